package course;

import aiproj.squatter.Move;
import java.util.ArrayList;
import java.util.List;

/** Players that do one thing wrong each, and some that look as if they did. */
class BadPlayers {
    static class Throws extends RandomPlayer {
        @Override
        public Move makeMove() {
            throw new IllegalStateException("I give up");
        }
    }

    static class ThrowsWhenMade extends RandomPlayer {
        ThrowsWhenMade() {
            throw new IllegalStateException("I was never here");
        }
    }

    /** Valid for the course's referee, which ignores what init returns and the P of own moves. */
    static class AnswersOddly extends RandomPlayer {
        @Override
        public int init(int n, int p) {
            super.init(n, p);
            return p == WHITE ? 1 : INVALID;
        }

        @Override
        public Move makeMove() {
            Move move = super.makeMove();
            move.P = move.Row == 0 ? DEAD : WHITE + BLACK - own;
            return move;
        }

        @Override
        public int opponentMove(Move m) {
            return super.opponentMove(m) < 0 ? INVALID : 7;
        }
    }

    static class TakesAllForIllegal extends RandomPlayer {
        @Override
        public int opponentMove(Move m) {
            return INVALID;
        }
    }

    static class SaysNothing extends RandomPlayer {
        @Override
        public Move makeMove() {
            return null;
        }
    }

    static class PlaysTheSameAgain extends RandomPlayer {
        @Override
        public Move makeMove() {
            Move move = new Move();
            move.P = own;
            return move;
        }
    }

    static class PlaysBesideTheBoard extends RandomPlayer {
        @Override
        public Move makeMove() {
            Move move = super.makeMove();
            move.Row = Integer.MAX_VALUE;
            move.Col = -7;
            return move;
        }
    }

    static class Exits extends RandomPlayer {
        @Override
        public Move makeMove() {
            System.exit(3);
            return null;
        }
    }

    static class SaysMemory extends RandomPlayer {
        @Override
        public Move makeMove() {
            throw new IllegalStateException("java.lang.OutOfMemoryError: Java heap space");
        }
    }

    static class Sleeps extends RandomPlayer {
        @Override
        public Move makeMove() {
            try {
                Thread.sleep(600_000);
            } catch (InterruptedException error) {
                throw new IllegalStateException(error);
            }
            return null;
        }
    }

    static class Hoards extends RandomPlayer {
        @Override
        public Move makeMove() {
            List<long[]> all = new ArrayList<>();
            while (all.size() < Integer.MAX_VALUE) {
                long[] more = new long[1 << 20];
                java.util.Arrays.fill(more, 1);
                all.add(more);
            }
            return null;
        }
    }

    static class HoardsOutsideTheHeap extends RandomPlayer {
        @Override
        public Move makeMove() {
            List<java.nio.ByteBuffer> all = new ArrayList<>();
            while (all.size() < Integer.MAX_VALUE) {
                java.nio.ByteBuffer more = java.nio.ByteBuffer.allocateDirect(8 << 20);
                for (int place = 0; place < more.capacity(); place += 1024) {
                    more.put(place, (byte) 1);
                }
                all.add(more);
            }
            return null;
        }
    }

    static class StartsThreads extends RandomPlayer {
        @Override
        public Move makeMove() {
            for (int count = 0; count < 5000; count++) {
                new Thread(() -> {
                    try {
                        Thread.sleep(600_000);
                    } catch (InterruptedException error) {
                        throw new IllegalStateException(error);
                    }
                }).start();
            }
            return null;
        }
    }

    /** Ends Java without the hooks that run at a proper end. */
    static class Halts extends RandomPlayer {
        @Override
        public Move makeMove() {
            Runtime.getRuntime().halt(4);
            return null;
        }
    }

    /** Prints, reads and leaves a thread behind; all of that is none of the referee's business. */
    static class Chatters extends RandomPlayer {
        static int games;

        @Override
        public int init(int n, int p) {
            games++;
            new Thread(() -> {
                try {
                    Thread.sleep(600_000);
                } catch (InterruptedException error) {
                    throw new IllegalStateException(error);
                }
            }).start();
            if (games > 1) {
                throw new IllegalStateException("each game has classes of its own");
            }
            return super.init(n, p);
        }

        @Override
        public Move makeMove() {
            System.out.println("0\n1 0 0\nbestmove a1");
            new java.io.PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out))
                .println("java.lang.OutOfMemoryError: this is only text");
            try {
                if (System.in.read() != -1) {
                    return null;
                }
            } catch (java.io.IOException error) {
                throw new IllegalStateException(error);
            }
            return super.makeMove();
        }
    }
}
