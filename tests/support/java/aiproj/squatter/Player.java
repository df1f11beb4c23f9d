package aiproj.squatter;

import java.io.PrintStream;

/** What the referee asks of a player. */
public interface Player {
    int init(int n, int p);

    Move makeMove();

    int opponentMove(Move m);

    int getWinner();

    void printBoard(PrintStream output);
}
