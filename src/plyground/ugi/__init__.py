"""UGI, the Universal Game Interface: engines and referees that talk in lines of text.

The commands are ``ugi``, ``isready``, ``uginewgame``, ``position startpos|fen F [moves …]``,
``go [p1time|p2time|p1inc|p2inc|movetime MS] [depth|nodes N] [infinite]``, ``stop``,
``query gameover|p1turn|result``, ``setoption name N value V`` and ``quit``; the answers are ``id``,
``option``, ``ugiok``, ``readyok``, ``info``, ``bestmove`` and ``response``. Three things are ours:
``query legalmoves``, ``query fen``, and the option ``game``, which names the game with its
parameters: ``setoption name game value kalah(6,4)``.
"""
