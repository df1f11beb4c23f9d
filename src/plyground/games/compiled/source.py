"""The functions that the core calls to ask a compiled game.

They stand in a file of their own beside the machine code that numba keeps (cache.py), so this is a
text. The functions that they use come from code.py. A negative answer is a failure: nothing may be
raised here.
"""

SOURCE = '''"""The functions by which plyground asks a compiled game."""


def look(words):
    answer = -1
    try:
        answer = flags(load(words))
    except Exception:
        answer = -1
    return answer


def play(words, move):
    answer = -1
    try:
        child = same(load(words).play(move))
        answer = flags(child)
        store(words, child)
    except Exception:
        answer = -1
    return answer


def legal_moves(words, moves, capacity):
    count = 0
    try:
        for move in load(words).legal_moves:
            if count >= 0:
                if whole(move) < 0 or whole(move) > most_move:
                    count = -2
                elif count == capacity:
                    count = -3
                else:
                    moves[count] = whole(move)
                    count += 1
    except Exception:
        count = -1
    return count


def margin(words, result):
    answer = 0
    try:
        result[0] = whole(load(words).margin)
    except Exception:
        answer = -1
    return answer


def evaluate(words, result):
    answer = 0
    try:
        result[0] = load(words).evaluate()
    except Exception:
        answer = -1
    return answer


def features(words, result):
    answer = -1
    try:
        answer = differences(load(words).features(), result)
    except Exception:
        answer = -1
    return answer
'''
