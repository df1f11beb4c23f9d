import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A UGI program in Java that has plyground's engine do the work: a word of its command per line. */
public final class UgiBridge {
    private UgiBridge() { }

    public static void main(String[] none) throws IOException, InterruptedException {
        var words = Files.readAllLines(Path.of("command.txt"));
        System.exit(new ProcessBuilder(words).inheritIO().start().waitFor());
    }
}
