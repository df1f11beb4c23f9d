"""Cannot even be loaded."""

import sys
import time

print("offence", time.time(), file=sys.stderr, flush=True)
raise RuntimeError("my weights are gone")
