package course;

import aiproj.squatter.Move;
import aiproj.squatter.Piece;
import aiproj.squatter.Player;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/**
 * A referee that keeps a board, unlike the course's, and insists on the same result from everybody:
 * {@code Games N CLASS CLASS GAMES}. The players change sides after each game, and stay the same.
 * Prints for each game the winner and the moves.
 */
public class Games implements Piece {
    public static void main(String[] words) throws Exception {
        int size = Integer.parseInt(words[0]);
        Player[] players = {make(words[1]), make(words[2])};
        for (int game = 0; game < Integer.parseInt(words[3]); game++) {
            System.out.println(play(size, players[game % 2], players[1 - game % 2]));
        }
        System.exit(0);
    }

    private static Player make(String name) throws Exception {
        return (Player) Class.forName(name).getDeclaredConstructor().newInstance();
    }

    private static String play(int size, Player white, Player black) {
        check(white.init(size, WHITE) == 0 && black.init(size, BLACK) == 0, "init");
        Board board = new Board(size);
        StringBuilder moves = new StringBuilder();
        int mover = WHITE;
        while (board.winner() == EMPTY) {
            Player own = mover == WHITE ? white : black;
            Player other = mover == WHITE ? black : white;
            check(own.getWinner() == EMPTY && other.getWinner() == EMPTY, "getWinner in the middle");
            Move move = own.makeMove();
            check(move != null && move.P == mover, "makeMove");
            check(board.isFree(move.Row, move.Col), "the move is legal");
            board.place(mover, move.Row, move.Col);
            check(other.opponentMove(move) == 0, "opponentMove");
            checkBoard(board, own);
            checkBoard(board, other);
            moves.append(' ').append((char) ('a' + move.Col)).append(move.Row + 1);
            mover = WHITE + BLACK - mover;
        }
        int winner = board.winner();
        check(white.getWinner() == winner && black.getWinner() == winner, "getWinner");
        return "game " + winner + moves;
    }

    private static void checkBoard(Board board, Player player) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        player.printBoard(new PrintStream(printed));
        check(printed.toString().equals(board.text()), "printBoard:\n" + printed + board.text());
    }

    private static void check(boolean isRight, String what) {
        if (!isRight) {
            throw new IllegalStateException(what);
        }
    }
}
