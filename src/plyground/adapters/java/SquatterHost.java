import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Runs a player of the Squatter course for plyground: one line in, one line out.
 *
 * <pre>
 * java SquatterHost.java ANSWERS CLASSPATH CLASS
 * load              the name of the class, once that is found
 * init N P          the result of init, for a new player
 * move              P ROW COL, or none
 * opponent P R C    the result of opponentMove
 * </pre>
 *
 * <p>The course's own classes come with the player, and are only known by their names here. What
 * the player prints goes to standard error; answers go to the file ANSWERS. Whatever it throws ends
 * this program, with exit code 117 when that was for want of memory.
 */
public class SquatterHost {
    private static final int OUT_OF_MEMORY = 117;

    private final URL[] path;
    private final String name;
    private ClassLoader loader;
    private Object player;

    private SquatterHost(String classPath, String name) throws Exception {
        String[] places = classPath.split(File.pathSeparator);
        path = new URL[places.length];
        for (int i = 0; i < places.length; i++) {
            path[i] = new File(places[i]).toURI().toURL();
        }
        this.name = name;
    }

    public static void main(String[] words) throws Exception {
        PrintStream answers = new PrintStream(new FileOutputStream(words[0]));
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        System.setIn(new java.io.ByteArrayInputStream(new byte[0]));
        SquatterHost host = new SquatterHost(words[1], words[2]);
        int code = 0;
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answers.println(host.answer(line.split(" ")));
                answers.flush();
            }
        } catch (ClassNotFoundException | NoClassDefFoundError missing) {
            System.err.println("there is no class " + missing.getMessage() + " on the class path");
            code = 1;
        } catch (Throwable thrown) {
            Throwable cause = thrown;
            while ((cause instanceof InvocationTargetException
                    || cause instanceof ExceptionInInitializerError) && cause.getCause() != null) {
                cause = cause.getCause();
            }
            cause.printStackTrace();
            code = isOutOfMemory(cause) ? OUT_OF_MEMORY : 1;
        }
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(code);  // whatever threads the player has left behind
    }

    /** Java calls it a lack of memory, too, when a player may not start more threads. */
    private static boolean isOutOfMemory(Throwable cause) {
        return cause instanceof OutOfMemoryError
            && !String.valueOf(cause.getMessage()).contains("native thread");
    }

    private String answer(String[] words) throws Exception {
        switch (words[0]) {
            case "load":
                return load().getName();
            case "init":
                Constructor<?> made = load().getDeclaredConstructor();
                made.setAccessible(true);
                player = made.newInstance();
                return call("init", int.class, number(words[1]), int.class, number(words[2]));
            case "opponent":
                Class<?> kind = loader.loadClass("aiproj.squatter.Move");
                Object move = kind.getDeclaredConstructor().newInstance();
                kind.getField("P").setInt(move, number(words[1]));
                kind.getField("Row").setInt(move, number(words[2]));
                kind.getField("Col").setInt(move, number(words[3]));
                return call("opponentMove", kind, move);
            default:
                return call("makeMove");
        }
    }

    private Class<?> load() throws ClassNotFoundException {
        // By a loader of its own: what one game leaves in static fields is gone in the next.
        loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
        return loader.loadClass(name);
    }

    /** Calls a method of the player's; types and values of its arguments alternate. */
    private String call(String method, Object... arguments) throws Exception {
        Class<?>[] types = new Class<?>[arguments.length / 2];
        Object[] values = new Object[arguments.length / 2];
        for (int i = 0; i < types.length; i++) {
            types[i] = (Class<?>) arguments[2 * i];
            values[i] = arguments[2 * i + 1];
        }
        // By the course's interface: a player's class itself need not be public.
        Class<?> course = loader.loadClass("aiproj.squatter.Player");
        Object result = course.getMethod(method, types).invoke(player, values);
        return result == null ? "none" : result instanceof Integer ? result.toString() : text(result);
    }

    private static String text(Object move) throws Exception {
        StringBuilder text = new StringBuilder();
        for (String field : new String[] {"P", "Row", "Col"}) {
            text.append(text.length() == 0 ? "" : " ").append(move.getClass().getField(field).get(move));
        }
        return text.toString();
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }
}
