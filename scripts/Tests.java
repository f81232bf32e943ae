import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the tests that Maven has compiled, several JVMs at a time: most of them wait for others more than they compute.
 *
 * <pre>java [-Dlongest=PT45M] scripts/Tests.java PROJECT [--fast] [-Dproperty=value]... TIER...</pre>
 *
 * <p>With {@code --fast} it leaves out what has passed and has not changed since, and tests with the tag {@code long}.
 *
 * <p>One JVM runs a module's classes of one tier, some at a time. In the real tier they share its cluster, one class after the
 * other; those of an older Kubernetes, and those that last longest, have a JVM of their own. Reports and logs are below
 * {@code MODULE/target/tests/TIER}.
 */
final class Tests {
    /** What a JVM with a cluster beside it may need. */
    private static final long MEMORY = 3L << 30;

    /** A JVM that takes longer hangs. */
    private static final Duration LONGEST = Duration.parse(System.getProperty("longest", "PT45M"));

    /** With more, clusters and the lab's machine last longer, and what they do all the time costs more than is gained. */
    private static final long JVMS_ON_TWO_PROCESSORS = 5;

    /** In a JVM without a cluster: a class that waits leaves the processor to another. */
    private static final int CLASSES_AT_A_TIME = 3;

    /** So many lines about what failed are shown at once. */
    private static final int WORDS = 60;

    /** In this order they begin: clusters mostly wait, and what only computes fills the end of a run. */
    private static final List<String> TIERS = List.of("lab", "real", "sandbox", "unit");

    /** Its real tests last as long as all others of their module. */
    private static final String LONGEST_PACKAGE = "io.fairlead.testbed.agent.";

    private static final String LONGEST_PART = "agent";

    private final Path project;
    private final List<String> properties;
    private final boolean fast;
    private final Inputs inputs;
    private final Path timesFile;
    private final Map<String, Long> times;

    private Tests(Path project, List<String> properties, boolean fast) throws IOException {
        this.project = project;
        this.properties = properties;
        this.fast = fast;
        this.inputs = new Inputs(project);
        this.timesFile = timesFile();
        this.times = readTimes();
    }

    /** What one JVM runs; {@code part} is of the real tier, else empty. */
    private record Work(String module, String tier, String part) {
        static Work of(String module, String className) {
            // A test class's name tells its tier: FooTest, FooSandboxTest, FooRealTest, FooLabTest.
            String tier = Stream.of("sandbox", "real", "lab")
                    .filter(name -> className.toLowerCase(Locale.ROOT).endsWith(name + "test"))
                    .findFirst()
                    .orElse("unit");
            return new Work(module, tier, tier.equals("real") ? part(className) : "");
        }

        private static String part(String className) {
            // Tests of an older Kubernetes are named so.
            if (className.contains(".Older")) {
                return "older";
            }
            return className.startsWith(LONGEST_PACKAGE) ? LONGEST_PART : "";
        }

        boolean hasCluster() {
            return tier.equals("real") || tier.equals("lab");
        }

        /** The lab's emulated machine computes for as long as it runs, and the whole run for as long as its longest part. */
        int niceness() {
            if (tier.equals("lab") || part.equals(LONGEST_PART)) {
                return 0;
            }
            return hasCluster() ? 10 : 15;
        }

        String name() {
            return String.format("%-8s %s", tier, part.isEmpty() ? module : module + "." + part);
        }

        Path folder(Path project) {
            return project.resolve(module, "target/tests", tier, part.isEmpty() ? "all" : part);
        }
    }

    public static void main(String[] args) throws Exception {
        Path project = Path.of(args[0]);
        List<String> rest = new ArrayList<>(List.of(args).subList(1, args.length));
        boolean fast = rest.remove("--fast");
        Map<Boolean, List<String>> options =
                rest.stream().collect(Collectors.partitioningBy(option -> option.startsWith("-D")));
        // Who ends this run ends its JVMs, and they their clusters.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ProcessHandle.current().children().forEach(ProcessHandle::destroy)));
        System.exit(new Tests(project, options.get(true), fast).run(options.get(false)) ? 0 : 1);
    }

    /** Of a tier the longest first, as they took the last time; what nobody has seen yet may take longer still. */
    private boolean run(List<String> tiers) throws Exception {
        Map<Work, List<String>> all = work();
        List<Work> queue = all.keySet().stream()
                .filter(work -> tiers.contains(work.tier()))
                .sorted(Comparator.comparing((Work work) -> TIERS.indexOf(work.tier()))
                        .thenComparing(work -> -times.getOrDefault(work.name(), Long.MAX_VALUE))
                        .thenComparing(Work::name))
                .toList();
        boolean green = true;
        try (ExecutorService jvms = Executors.newFixedThreadPool(atATime())) {
            List<Future<Boolean>> results = queue.stream()
                    .map(work -> jvms.submit(() -> run(work, all.get(work))))
                    .toList();
            for (Future<Boolean> result : results) {
                green &= result.get();
            }
        }
        if (!fast) {
            writeTimes();
        }
        return green;
    }

    private int atATime() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long byMemory = system.getTotalMemorySize() / MEMORY;
        return (int) Math.clamp(byMemory, 1, JVMS_ON_TWO_PROCESSORS * system.getAvailableProcessors() / 2);
    }

    private Map<Work, List<String>> work() throws IOException {
        try (Stream<Path> modules = Files.list(project)) {
            return modules.map(module -> module.resolve("target/test-classes"))
                    .filter(Files::isDirectory)
                    .flatMap(classes -> {
                        String module = project.relativize(classes).getName(0).toString();
                        return testClasses(classes).stream().map(name -> Map.entry(Work.of(module, name), name));
                    })
                    .collect(Collectors.groupingBy(
                            Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        }
    }

    private static List<String> testClasses(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(file -> file.endsWith("Test.class") && !file.contains("$"))
                    .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean run(Work work, List<String> classes) throws IOException, InterruptedException {
        Path folder = Files.createDirectories(work.folder(project));
        Path passedWith = folder.resolve("passed-with");
        String now = inputs.of(work.module());
        if (fast && Files.exists(passedWith) && Files.readString(passedWith).equals(now)) {
            System.out.printf("%-40s     unchanged since it passed%n", work.name());
            return true;
        }
        Files.deleteIfExists(passedWith);
        Path log = folder.resolve("log");
        long began = System.nanoTime();
        Process jvm = new ProcessBuilder(command(work, classes, folder))
                .directory(project.resolve(work.module()).toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean passed = ended(jvm, log) && jvm.exitValue() == 0;
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        times.put(work.name(), seconds);
        System.out.printf("%-40s %5d s%s%n", work.name(), seconds, passed ? "" : "  FAILED, see " + log);
        if (passed) {
            Files.writeString(passedWith, now);
        } else {
            Files.readAllLines(log).stream()
                    .dropWhile(line -> !line.startsWith("Failures ("))
                    .limit(WORDS)
                    .forEach(System.out::println);
        }
        return passed;
    }

    /** A JVM that hangs is asked where, and then stopped. */
    private boolean ended(Process jvm, Path log) throws IOException, InterruptedException {
        if (jvm.waitFor(LONGEST)) {
            return true;
        }
        new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/jcmd").toString(), jvm.pid() + "", "Thread.print")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start()
                .waitFor();
        Files.writeString(
                log,
                "Failures (the JVM was stopped after %s; its threads are above)%n".formatted(LONGEST),
                StandardOpenOption.APPEND);
        jvm.destroyForcibly().waitFor();
        return false;
    }

    private List<String> command(Work work, List<String> classes, Path folder) throws IOException {
        Path module = project.resolve(work.module());
        List<String> command = new ArrayList<>(List.of(
                "nice",
                "-n",
                work.niceness() + "",
                Path.of(System.getProperty("java.home"), "bin/java").toString(), "@" + project.resolve("scripts/test-jvm")));
        command.addAll(properties);
        command.addAll(List.of(
                "-cp",
                String.join(
                        File.pathSeparator,
                        module.resolve("target/test-classes").toString(),
                        module.resolve("target/classes").toString(),
                        Files.readString(module.resolve("target/test.classpath")).strip()),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=summary",
                "--reports-dir=" + folder));
        if (fast) {
            command.add("--exclude-tag=long");
        }
        if (!work.hasCluster()) {
            command.addAll(List.of(
                    "--config=junit.jupiter.execution.parallel.enabled=true",
                    "--config=junit.jupiter.execution.parallel.mode.classes.default=concurrent",
                    "--config=junit.jupiter.execution.parallel.config.strategy=fixed",
                    "--config=junit.jupiter.execution.parallel.config.fixed.parallelism=" + CLASSES_AT_A_TIME));
        }
        classes.forEach(name -> command.add("--select-class=" + name));
        return command;
    }

    /** Kept for the user, because a new clone takes as long as the last one. */
    private static Path timesFile() throws IOException {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path caches = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return Files.createDirectories(caches.resolve("fairlead")).resolve("test.times");
    }

    /** Whole or not at all: another run may read them meanwhile. */
    private void writeTimes() throws IOException {
        Path fresh = Files.createTempFile(timesFile.getParent(), "test", ".times");
        Files.write(fresh, times.entrySet().stream().map(Object::toString).sorted().toList());
        Files.move(fresh, timesFile, StandardCopyOption.ATOMIC_MOVE);
    }

    private Map<String, Long> readTimes() throws IOException {
        Map<String, Long> read = new ConcurrentHashMap<>();
        if (Files.exists(timesFile)) {
            Files.readAllLines(timesFile).stream()
                    .map(line -> line.split("="))
                    .forEach(time -> read.put(time[0], Long.valueOf(time[1])));
        }
        return read;
    }
}
