"""The Kalah Game Protocol (KGP 1.0), as a client: over TCP or a WebSocket, many states at once.

The server sends boards (``state``) and always means the south side; the client answers with any
number of ``move``, of which the last one counts, and ``yield`` when it knows nothing better.

| module | what it is |
|---|---|
| ``wire`` | commands as lines of text |
| ``boards`` | boards as positions of ours, and what a move makes of them |
| ``connection`` | lines over TCP or a WebSocket |
| ``thinking`` | players that think about several states at once |
| ``verification`` | problems of the server, by which it tests our rules |
| ``client`` | the conversation |
"""
