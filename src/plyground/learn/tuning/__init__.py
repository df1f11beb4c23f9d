"""Weight search by playing: weights propose themselves, duels decide.

``space`` says which weights may change and how far, ``duels`` plays two sets of weights against
each other until a sequential test has its answer, and ``search`` makes a method of the two and one
of the searches: ``grid``, ``knockout``, ``spsa`` and ``cmaes``.
"""
