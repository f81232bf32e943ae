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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * <p>With {@code --fast} it leaves out modules that have passed and not changed since, and tests with the tag {@code long}.
 *
 * <p>Tests without a cluster, of all modules, share one JVM, where what they use is loaded and compiled once; some classes run
 * at a time. Those with one share it with the others of their module and tier, one class after the other; those of an older
 * Kubernetes, of all modules, and those that last longest have a JVM of their own. Reports and logs are below {@code target/tests}.
 */
final class Tests {
    /** What a JVM with a cluster beside it may need. */
    private static final long MEMORY = 3L << 30;

    /** A JVM that takes longer hangs. */
    private static final Duration LONGEST = Duration.parse(System.getProperty("longest", "PT45M"));

    /** With more, clusters and the lab's machine last longer, and what they do all the time costs more than is gained. */
    private static final long JVMS_ON_TWO_PROCESSORS = 4;

    /** A class that waits leaves the processor to another. */
    private static final int CLASSES_A_PROCESSOR = 3;

    /** So many lines about what failed are shown at once. */
    private static final int WORDS = 60;

    /** The JVM of all tests that need none. */
    private static final String WITHOUT_CLUSTER = "unit-sandbox";

    /** Its real tests last as long as all others of their module. */
    private static final String PACKAGE_APART = "io.fairlead.testbed.agent.";

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

    private record TestClass(String module, String name) {
        Tier tier() {
            return Tier.of(name);
        }

        /** The JVM that runs it. */
        String jvm() {
            Tier tier = tier();
            if (!tier.hasCluster()) {
                return WITHOUT_CLUSTER;
            }
            // Tests of an older Kubernetes are named so.
            if (name.contains(".Older")) {
                return tier + "-older";
            }
            return tier + "-" + module + (tier == Tier.REAL && name.startsWith(PACKAGE_APART) ? "-agent" : "");
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

    /**
     * The least nice first, of these the longest, as they took the last time; what nobody has seen yet may take longer still.
     */
    private boolean run(List<String> tiers) throws Exception {
        Map<String, List<TestClass>> work = testClasses().stream()
                .filter(test -> tiers.contains(test.tier().toString()))
                .collect(Collectors.groupingBy(TestClass::jvm));
        List<String> queue = work.keySet().stream()
                .sorted(Comparator.comparing((String jvm) -> niceness(work.get(jvm)))
                        .thenComparing(jvm -> -times.getOrDefault(jvm, Long.MAX_VALUE))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        boolean green = true;
        try (ExecutorService jvms = Executors.newFixedThreadPool(atATime())) {
            List<Future<Boolean>> results = queue.stream()
                    .map(jvm -> jvms.submit(() -> run(jvm, work.get(jvm))))
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

    /**
     * The lab's machine is emulated and computes for as long as it runs, so it goes before all others. Clusters mostly wait,
     * and what needs none fills the gaps that they leave.
     */
    private static int niceness(List<TestClass> tests) {
        return switch (tests.getFirst().tier()) {
            case LAB -> 0;
            case REAL -> 15;
            case UNIT, SANDBOX -> 19;
        };
    }

    private int atATime() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long byMemory = system.getTotalMemorySize() / MEMORY;
        return (int) Math.clamp(byMemory, 1, JVMS_ON_TWO_PROCESSORS * system.getAvailableProcessors() / 2);
    }

    private List<TestClass> testClasses() throws IOException {
        try (Stream<Path> modules = Files.list(project)) {
            return modules.map(module -> module.resolve("target/test-classes"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .flatMap(this::testClasses)
                    .toList();
        }
    }

    private Stream<TestClass> testClasses(Path folder) {
        String module = project.relativize(folder).getName(0).toString();
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(file -> file.endsWith("Test.class") && !file.contains("$"))
                    .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .map(name -> new TestClass(module, name))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean run(String jvm, List<TestClass> all) throws IOException, InterruptedException {
        List<TestClass> tests = fast ? all.stream().filter(test -> !hasPassed(test.module())).toList() : all;
        List<String> modules = tests.stream().map(TestClass::module).distinct().toList();
        all.stream().map(TestClass::module).distinct().filter(module -> !modules.contains(module)).forEach(module ->
                System.out.printf("%-30s   unchanged since it passed%n", module));
        if (tests.isEmpty()) {
            return true;
        }
        // Before they run: what changes meanwhile they may not have seen.
        Map<String, String> seen = jvm.equals(WITHOUT_CLUSTER)
                ? modules.stream().collect(Collectors.toMap(module -> module, inputs::of))
                : Map.of();
        for (String module : seen.keySet()) {
            Files.deleteIfExists(passedWith(module));
        }
        Path folder = Files.createDirectories(project.resolve("target/tests", jvm));
        Path log = folder.resolve("log");
        long began = System.nanoTime();
        Process process = new ProcessBuilder(command(jvm, modules, tests, folder))
                // As Maven does; all find from there what others have.
                .directory(project.resolve(modules.getFirst()).toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean passed = ended(process, log) && process.exitValue() == 0;
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        times.put(jvm, seconds);
        System.out.printf("%-30s %5d s%s%n", jvm, seconds, passed ? "" : "  FAILED, see " + log);
        if (!passed) {
            Files.readAllLines(log).stream()
                    .dropWhile(line -> !line.startsWith("Failures ("))
                    .limit(WORDS)
                    .forEach(System.out::println);
            return false;
        }
        for (Map.Entry<String, String> module : seen.entrySet()) {
            Files.writeString(passedWith(module.getKey()), module.getValue());
        }
        return true;
    }

    /** With what a module's tests without a cluster have passed. */
    private Path passedWith(String module) {
        return project.resolve(module, "target/passed-with");
    }

    private boolean hasPassed(String module) {
        try {
            return Files.exists(passedWith(module)) && Files.readString(passedWith(module)).equals(inputs.of(module));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A JVM that hangs is asked where, and then stopped. */
    private boolean ended(Process jvm, Path log) throws IOException, InterruptedException {
        if (jvm.waitFor(LONGEST)) {
            return true;
        }
        new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/jcmd").toString(),
                        // On a busy machine it does not answer at once.
                        "-J-Dsun.tools.attach.attachTimeout=120000",
                        jvm.pid() + "",
                        "Thread.print")
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

    private List<String> command(String jvm, List<String> modules, List<TestClass> tests, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "nice",
                "-n",
                Integer.toString(niceness(tests)),
                Path.of(System.getProperty("java.home"), "bin/java").toString(), "@" + project.resolve("scripts/test-jvm")));
        command.addAll(properties);
        command.addAll(List.of(
                "-cp",
                classPath(modules),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=summary",
                "--reports-dir=" + folder));
        if (fast) {
            command.add("--exclude-tag=long");
        }
        if (jvm.equals(WITHOUT_CLUSTER)) {
            command.addAll(List.of(
                    "--config=junit.jupiter.execution.parallel.enabled=true",
                    "--config=junit.jupiter.execution.parallel.mode.classes.default=concurrent",
                    "--config=junit.jupiter.execution.parallel.config.strategy=dynamic",
                    "--config=junit.jupiter.execution.parallel.config.dynamic.factor=" + CLASSES_A_PROCESSOR));
        }
        tests.forEach(test -> command.add("--select-class=" + test.name()));
        return command;
    }

    private String classPath(List<String> modules) throws IOException {
        Set<String> classPath = new LinkedHashSet<>();
        for (String module : modules) {
            Path target = project.resolve(module, "target");
            classPath.add(target.resolve("test-classes").toString());
            classPath.add(target.resolve("classes").toString());
        }
        for (String module : modules) {
            String others = Files.readString(project.resolve(module, "target/test.classpath"));
            Stream.of(others.strip().split(File.pathSeparator))
                    // Whose classes are there already.
                    .filter(jar -> modules.stream().noneMatch(other -> Path.of(jar).startsWith(project.resolve(other))))
                    .forEach(classPath::add);
        }
        return String.join(File.pathSeparator, classPath);
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
