package course;

import aiproj.squatter.Piece;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Squatter from its rules alone: pieces, owners of captured cells, and one flood for each move. */
class Board implements Piece {
    final int size;
    final int[][] pieces;
    final int[][] owners;

    Board(int size) {
        this.size = size;
        pieces = new int[size][size];
        owners = new int[size][size];
    }

    boolean isFree(int row, int column) {
        return row >= 0 && row < size && column >= 0 && column < size
            && pieces[row][column] == EMPTY && owners[row][column] == EMPTY;
    }

    List<int[]> freeCells() {
        List<int[]> free = new ArrayList<>();
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                if (isFree(row, column)) {
                    free.add(new int[] {row, column});
                }
            }
        }
        return free;
    }

    void place(int piece, int row, int column) {
        pieces[row][column] = piece;
        boolean[][] reached = reachedFromTheEdge(piece);
        for (int r = 0; r < size; r++) {
            for (int c = 0; c < size; c++) {
                if (!reached[r][c] && !isWall(piece, r, c)) {
                    owners[r][c] = -piece;  // marked first: walls must not change meanwhile
                }
            }
        }
        for (int r = 0; r < size; r++) {
            for (int c = 0; c < size; c++) {
                owners[r][c] = Math.abs(owners[r][c]);
            }
        }
    }

    private boolean isWall(int piece, int row, int column) {
        return pieces[row][column] == piece && owners[row][column] == EMPTY;
    }

    private boolean[][] reachedFromTheEdge(int piece) {
        boolean[][] reached = new boolean[size][size];
        Deque<int[]> open = new ArrayDeque<>();
        for (int i = 0; i < size; i++) {
            for (int[] cell : new int[][] {{0, i}, {size - 1, i}, {i, 0}, {i, size - 1}}) {
                open.add(cell);
            }
        }
        while (!open.isEmpty()) {
            int row = open.peek()[0];
            int column = open.poll()[1];
            if (row < 0 || row >= size || column < 0 || column >= size
                    || reached[row][column] || isWall(piece, row, column)) {
                continue;
            }
            reached[row][column] = true;
            open.add(new int[] {row - 1, column});
            open.add(new int[] {row + 1, column});
            open.add(new int[] {row, column - 1});
            open.add(new int[] {row, column + 1});
        }
        return reached;
    }

    int score(int piece) {
        int score = 0;
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                if (owners[row][column] == piece && pieces[row][column] != piece) {
                    score++;
                }
            }
        }
        return score;
    }

    /** White, Black, 3 for a draw, or 0 while there is a free cell. */
    int winner() {
        if (!freeCells().isEmpty()) {
            return EMPTY;
        }
        int difference = score(WHITE) - score(BLACK);
        return difference > 0 ? WHITE : difference < 0 ? BLACK : 3;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                int piece = pieces[row][column];
                int owner = owners[row][column];
                String symbol = piece == EMPTY ? (owner == EMPTY ? "+" : "-") : piece == WHITE ? "W" : "B";
                boolean isDead = piece != EMPTY && owner != EMPTY && owner != piece;
                text.append(column == 0 ? "" : " ").append(isDead ? symbol.toLowerCase() : symbol);
            }
            text.append("\n");
        }
        return text.toString();
    }
}
