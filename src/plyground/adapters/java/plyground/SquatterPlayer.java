package plyground;

import aiproj.squatter.Move;
import aiproj.squatter.Player;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Squatter player for the course's referee that plays through plyground's engine.
 *
 * <p>The engine is a child process that speaks UGI; nothing is known about the rules here. It ends
 * with this program in every case: by a shutdown hook, or because its input ends.
 *
 * <p>Settings are system properties: {@code plyground.command} (default {@code plyground}; blanks
 * separate words), {@code plyground.player} (default {@code pvs:table_mb=16}) and {@code
 * plyground.seconds}, the time for all moves of a game (default 6.5, or 9 from 7x7 on).
 */
public class SquatterPlayer implements Player {
    private static final int EMPTY = 0, WHITE = 1, BLACK = 2, DRAW = 3, INVALID = -1;
    // Of the time for the game, what is never planned with; and what is left when it is used up.
    private static final double SPARE_SECONDS = 0.3, LEAST_SECONDS = 0.02;

    private Process engine;
    private Writer to;
    private BufferedReader from;

    private int size, own, first;
    private boolean isRunning, isValid;
    private double seconds;
    private final StringBuilder moves = new StringBuilder();

    @Override
    public int init(int n, int p) {
        long began = System.nanoTime();
        size = n;
        own = p;
        first = EMPTY;
        moves.setLength(0);
        seconds = Double.parseDouble(
            System.getProperty("plyground.seconds", n < 7 ? "6.5" : "9")) - SPARE_SECONDS;
        isRunning = isValid = (p == WHITE || p == BLACK) && begin();
        charge(began);
        return isRunning ? 0 : INVALID;
    }

    @Override
    public Move makeMove() {
        if (!isRunning) {
            return null;
        }
        long began = System.nanoTime();
        String answer = ask(go(), "bestmove ");
        if (answer == null && begin()) {  // it died: another one may do better
            answer = ask(go(), "bestmove ");
        }
        charge(began);
        if (answer == null || answer.equals("none")) {
            return null;
        }
        Move move = new Move();
        move.P = own;
        move.Row = Integer.parseInt(answer.substring(1)) - 1;
        move.Col = answer.charAt(0) - 'a';
        follow(own, answer);
        return move;
    }

    @Override
    public int opponentMove(Move m) {
        if (!isRunning || m == null || m.P != WHITE + BLACK - own
                || m.Row < 0 || m.Row >= size || m.Col < 0 || m.Col >= size) {
            return refuse();
        }
        if (first == EMPTY) {
            first = m.P;
            sendGame();
        }
        String text = (char) ('a' + m.Col) + Integer.toString(m.Row + 1);
        String legal = ask(position() + "\nquery legalmoves", "response");
        if (legal == null || !Arrays.asList(legal.trim().split(" ")).contains(text)) {
            return refuse();
        }
        follow(m.P, text);
        return 0;
    }

    @Override
    public int getWinner() {
        if (!isValid) {
            return INVALID;
        }
        String result = ask(position() + "\nquery result", "response ");
        if (result == null) {
            return INVALID;
        }
        int second = WHITE + BLACK - first;
        switch (result) {
            case "p1win": return first;
            case "p2win": return second;
            case "draw": return DRAW;
            default: return EMPTY;
        }
    }

    @Override
    public void printBoard(PrintStream output) {
        String text = isValid ? ask(position() + "\nquery fen", "response ") : null;
        if (text == null) {
            return;
        }
        for (String row : text.split(" ")[0].split("/")) {
            output.println(String.join(" ", row.split("")));
        }
    }

    private int refuse() {
        isRunning = isValid = false;
        return INVALID;
    }

    private void follow(int piece, String move) {
        if (first == EMPTY) {
            first = piece;
        }
        moves.append(' ').append(move);
    }

    private void charge(long began) {
        seconds -= (System.nanoTime() - began) / 1e9;
    }

    // The conversation with the engine.

    /** Has an engine ready for a new game, or for the one that has begun. */
    private boolean begin() {
        try {
            if (engine == null || !isAnswering()) {
                start();
            }
            send("uginewgame\n" + game() + "\nisready");
            String line = from.readLine();
            return line != null && line.equals("readyok");  // anything else is a complaint
        } catch (IOException error) {
            return false;
        }
    }

    /** Whether the engine still talks; whether it is alive becomes known only some time later. */
    private boolean isAnswering() {
        try {  // its last answers may not have been read
            send("isready");
            return receive("readyok") != null;
        } catch (IOException error) {
            return false;
        }
    }

    private void start() throws IOException {
        if (engine != null) {
            engine.destroyForcibly();
        }
        List<String> command = new ArrayList<>(Arrays.asList(
            System.getProperty("plyground.command", "plyground").trim().split(" +")));
        command.add("ugi");
        command.add("--player");
        command.add(System.getProperty("plyground.player", "pvs:table_mb=16"));
        engine = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        to = new OutputStreamWriter(engine.getOutputStream(), StandardCharsets.US_ASCII);
        from = new BufferedReader(
            new InputStreamReader(engine.getInputStream(), StandardCharsets.UTF_8), 512);
        final Process started = engine;
        Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
    }

    private String game() {
        String order = first == BLACK ? ",first=black" : "";
        return "setoption name game value squatter(" + size + order + ")";
    }

    private void sendGame() {
        try {
            send(game());
        } catch (IOException error) {
            // The next question will not be answered either.
        }
    }

    private String position() {
        return moves.length() == 0 ? "position startpos" : "position startpos moves" + moves;
    }

    private String go() {
        if (first == EMPTY) {
            first = own;
            sendGame();
        }
        long left = Math.round(1000 * Math.max(seconds, LEAST_SECONDS));
        return position() + "\ngo p1time " + left + " p2time " + left;
    }

    /** Sends lines; returns what stands behind the first word of the answer, null without one. */
    private String ask(String lines, String answer) {
        try {
            send(lines);
            return receive(answer);
        } catch (IOException error) {
            return null;
        }
    }

    private void send(String lines) throws IOException {
        to.write(lines + "\n");
        to.flush();
    }

    private String receive(String answer) throws IOException {
        String line = from.readLine();
        while (line != null && !line.startsWith(answer)) {
            line = from.readLine();
        }
        return line == null ? null : line.substring(answer.length());
    }
}
