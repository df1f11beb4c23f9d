"""Speaks UGI until it is to move, and then prints a line that does not end."""

import os
import sys

for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        print("ugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        while True:
            os.write(1, b"bestmove ")
