package course;

import aiproj.squatter.Move;
import aiproj.squatter.Player;

/**
 * Does with a player what a line says, and prints the result: {@code Questions CLASS} with the lines
 * {@code init N P}, {@code move}, {@code opponent P ROW COL}, {@code winner}, {@code board}.
 */
public class Questions {
    public static void main(String[] words) throws Exception {
        Player player = (Player) Class.forName(words[0]).getDeclaredConstructor().newInstance();
        java.util.Scanner lines = new java.util.Scanner(System.in);
        while (lines.hasNextLine()) {
            String[] line = lines.nextLine().split(" ");
            int[] numbers = new int[line.length];
            for (int i = 1; i < line.length; i++) {
                numbers[i] = Integer.parseInt(line[i]);
            }
            switch (line[0]) {
                case "init":
                    System.out.println(player.init(numbers[1], numbers[2]));
                    break;
                case "move":
                    Move own = player.makeMove();
                    System.out.println(own == null ? "null" : own.P + " " + own.Row + " " + own.Col);
                    break;
                case "opponent":
                    Move move = new Move();
                    move.P = numbers[1];
                    move.Row = numbers[2];
                    move.Col = numbers[3];
                    System.out.println(player.opponentMove(move));
                    break;
                case "nothing":
                    System.out.println(player.opponentMove(null));
                    break;
                case "winner":
                    System.out.println(player.getWinner());
                    break;
                default:
                    player.printBoard(System.out);
            }
        }
    }
}
