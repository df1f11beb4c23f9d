"""Prints something that is not UGI, and then nothing any more."""

import time

print("Hello! I am ready to play.", flush=True)
time.sleep(1e6)
