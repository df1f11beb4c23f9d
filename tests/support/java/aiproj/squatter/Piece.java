package aiproj.squatter;

/** What a cell can hold, as the rules number it. */
public interface Piece {
    int INVALID = -1;
    int EMPTY = 0;
    int WHITE = 1;
    int BLACK = 2;
    int DEAD = 3;
}
