import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** What the tests of a module depend on, in one number: the same number, the same result. */
final class Inputs {
    private static final Set<String> NOT_READ = Set.of(".git", "target", "java");

    /** Their tests read documents, scripts and manifests of the project; others only what is in their own folder. */
    private static final Set<String> READERS_OF_ALL = Set.of("cli", "contract", "testbed");

    private final Path project;
    private final Map<String, String> known = new ConcurrentHashMap<>();

    Inputs(Path project) {
        this.project = project;
    }

    /** Of a module that Maven has compiled. */
    String of(String module) {
        return known.computeIfAbsent(module, _ -> {
            try {
                return read(module);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private String read(String module) throws IOException {
        String classpath = Files.readString(project.resolve(module, "target/test.classpath")).strip();
        List<Path> own = Stream.concat(
                        Stream.of(project.resolve(module, "target/test-classes"), project.resolve(module, "target/classes")),
                        // What is not of this project says its version in its name.
                        Stream.of(classpath.split(":")).map(Path::of).filter(path -> path.startsWith(project)))
                .flatMap(Inputs::files)
                .toList();
        Path readable = READERS_OF_ALL.contains(module) ? project : project.resolve(module);
        return digest(filesToRead(readable).toList()) + " " + digest(own) + " " + classpath;
    }

    private static Stream<Path> filesToRead(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.filter(child -> !NOT_READ.contains(child.getFileName().toString())).toList().stream()
                    .flatMap(child -> {
                        try {
                            return Files.isDirectory(child) ? filesToRead(child) : Stream.of(child);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
    }

    private static Stream<Path> files(Path root) {
        if (Files.notExists(root)) {
            return Stream.empty();
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String digest(List<Path> files) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files.stream().sorted().toList()) {
                digest.update(file.toString().getBytes());
                digest.update(Files.readAllBytes(file));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
