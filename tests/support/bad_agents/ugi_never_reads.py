"""Answers all questions before they are asked, and never listens."""

import time

print("ugiok", flush=True)
while True:
    print("readyok\nbestmove 1", flush=True)
    time.sleep(0.001)
