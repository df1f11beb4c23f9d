package course;

import aiproj.squatter.Move;
import aiproj.squatter.Piece;
import aiproj.squatter.Player;
import java.io.PrintStream;
import java.util.List;
import java.util.Random;

/** Plays any legal move, by rules of its own. */
public class RandomPlayer implements Player, Piece {
    private static final Random CHANCE = new Random(Long.getLong("course.seed", 1));
    Board board;
    int own;

    @Override
    public int init(int n, int p) {
        board = new Board(n);
        own = p;
        return 0;
    }

    @Override
    public Move makeMove() {
        List<int[]> free = board.freeCells();
        int[] cell = free.get(CHANCE.nextInt(free.size()));
        // Cells of one colour of a chessboard make diagonal chains, and with them captures.
        for (int i = 0; i < 4 && (cell[0] + cell[1] + own) % 2 == 0; i++) {
            cell = free.get(CHANCE.nextInt(free.size()));
        }
        Move move = new Move();
        move.P = own;
        move.Row = cell[0];
        move.Col = cell[1];
        place(move);
        return move;
    }

    @Override
    public int opponentMove(Move m) {
        if (m.P != WHITE + BLACK - own || !board.isFree(m.Row, m.Col)) {
            return INVALID;
        }
        place(m);
        return 0;
    }

    private void place(Move move) {
        board.place(move.P, move.Row, move.Col);
        if (getWinner() != EMPTY) {
            System.out.println("verdict " + getWinner());
        }
    }

    @Override
    public int getWinner() {
        return board.winner();
    }

    @Override
    public void printBoard(PrintStream output) {
        output.print(board.text());
    }
}
