"""Learning: methods that make players better, and a frame that runs, saves and judges them.

A method (``learn.method.Method``) does numbered steps, each of a second or more, and can put all
that it knows into bytes. The rest is the same for all of them:

| module | what it does |
|---|---|
| ``method`` | what a method has to offer, and what it is given (``Task``) |
| ``methods`` | the list of all methods by name |
| ``run`` | a run's folder: ``config.json``, ``log.jsonl``, ``checkpoint``, and the result |
| ``training`` | does the steps, writes the folder after each, plays the fixed opponents |
| ``matches`` | matches of what was learned against those opponents |

A step depends on the checkpoint before it and its own number only. So a run that was killed at any
moment goes on as if nothing had happened, and ends with the same result.
"""
