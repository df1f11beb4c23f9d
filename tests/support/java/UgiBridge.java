import java.io.IOException;

/** A UGI program in Java: passes everything to plyground's own engine, as the course's player does. */
public final class UgiBridge {
    private UgiBridge() { }

    public static void main(String[] words) throws IOException, InterruptedException {
        Process engine = new ProcessBuilder(words).inheritIO().start();
        System.exit(engine.waitFor());
    }
}
