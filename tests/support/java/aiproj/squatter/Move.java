package aiproj.squatter;

/** A piece, and where it is placed. */
public class Move {
    public int P;
    public int Row;
    public int Col;
}
