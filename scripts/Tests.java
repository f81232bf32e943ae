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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the tests that Maven has compiled, several JVMs at a time: most of them wait for others more than they compute.
 *
 * <pre>java [-Dlongest=PT45M] scripts/Tests.java PROJECT [--beside-build] [--fast] [-Dproperty=value]... TIER...</pre>
 *
 * <p>With {@code --fast} it leaves out what has passed and has not changed since, and tests with the tag {@code long}.
 * With {@code --beside-build} the build is still under way: unit tests of a module are run once it has its
 * {@code test.classpath}, the others once there is {@code target/built}.
 *
 * <p>One JVM runs a module's classes of one tier. In the real tier it is one for a package, or for some packages that share
 * its cluster; so they neither wait for the others nor meet them. In the unit and sandbox tiers several classes of a JVM run at
 * a time. Reports and logs are below {@code MODULE/target/tests/TIER}.
 */
final class Tests {
    /** What a JVM with a cluster beside it may need. */
    private static final long MEMORY = 3L << 30;

    private static final Duration PAUSE = Duration.ofMillis(200);

    /** A JVM that takes longer hangs. */
    private static final Duration LONGEST = Duration.parse(System.getProperty("longest", "PT45M"));

    /** Of those that share nothing, in one JVM: a class that waits leaves the processor to another. */
    private static final int CLASSES_AT_A_TIME = 3;

    /** So many lines about what failed are shown at once. */
    private static final int WORDS = 60;

    private static final List<String> SLOWEST_FIRST = List.of("lab", "real", "sandbox", "unit");

    /** Packages that are one part of the real tier: a cluster takes longer to start than most of their tests. */
    private static final Map<String, String> SHARING = Map.of(
            "testbed", "testbed.api",
            "testbed.allocation", "testbed.api",
            "testbed.contract", "testbed.api",
            "testbed.deploy", "testbed.nodes",
            "testbed.driver", "testbed.nodes",
            "testbed.kubelet", "testbed.nodes",
            "testbed.plugin", "testbed.nodes");

    private final Path project;
    private final List<String> properties;
    private final boolean fast;
    private final boolean besideBuild;
    private final Inputs inputs;
    private final Path timesFile;
    private final Map<String, Long> times;
    private volatile boolean green = true;

    private Tests(Path project, List<String> properties, boolean fast, boolean besideBuild) throws IOException {
        this.project = project;
        this.properties = properties;
        this.fast = fast;
        this.besideBuild = besideBuild;
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
            String name = className.replaceFirst("^io\\.fairlead\\.", "").replaceFirst("\\.[^.]*$", "");
            return SHARING.getOrDefault(name, name);
        }

        /** Then its tests share a cluster or a machine, and may restart it. */
        boolean hasCluster() {
            return tier.equals("real") || tier.equals("lab");
        }

        /** Tests of the command run {@code ./fairlead}, which is made of all; those of other tiers would starve beside a build. */
        boolean needsWholeBuild() {
            return !tier.equals("unit") || module.equals("cli");
        }

        String name() {
            return String.format("%-8s %s", tier, part.isEmpty() ? module : part);
        }

        Path folder(Path project) {
            return project.resolve(module, "target/tests", tier, part.isEmpty() ? "all" : part);
        }
    }

    public static void main(String[] args) throws Exception {
        Path project = Path.of(args[0]);
        List<String> rest = new ArrayList<>(List.of(args).subList(1, args.length));
        boolean fast = rest.remove("--fast");
        boolean besideBuild = rest.remove("--beside-build");
        Map<Boolean, List<String>> options =
                rest.stream().collect(Collectors.partitioningBy(option -> option.startsWith("-D")));
        // Who ends this run ends its JVMs, and they their clusters.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ProcessHandle.current().children().forEach(ProcessHandle::destroy)));
        System.exit(new Tests(project, options.get(true), fast, besideBuild).run(options.get(false)) ? 0 : 1);
    }

    private boolean run(List<String> tiers) throws Exception {
        int few = ManagementFactory.getOperatingSystemMXBean().getAvailableProcessors();
        ThreadPoolExecutor jvms = new ThreadPoolExecutor(few, few, 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>());
        Set<Work> begun = new HashSet<>();
        boolean whole;
        do {
            whole = isBuilt();
            turns(tiers, whole).stream().filter(turn -> begun.add(turn.work)).forEach(jvms::execute);
            Thread.sleep(PAUSE);
        } while (!whole);
        int many = Math.max(few, atATime());
        jvms.setMaximumPoolSize(many);
        jvms.setCorePoolSize(many);
        jvms.shutdown();
        jvms.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        if (!fast) {
            writeTimes();
        }
        return green;
    }

    /** Of all that can be run now, whether the whole project is built or some of its modules. */
    private List<Turn> turns(List<String> tiers, boolean whole) throws IOException {
        Map<Work, List<String>> found = work(whole);
        return found.keySet().stream()
                .filter(work -> tiers.contains(work.tier()) && (whole || !work.needsWholeBuild()))
                .map(work -> new Turn(work, found.get(work)))
                .sorted()
                .toList();
    }

    /** The longest come first, as they took the last time; what nobody has seen yet may take longer still. */
    private final class Turn implements Runnable, Comparable<Turn> {
        private final Work work;
        private final List<String> classes;

        Turn(Work work, List<String> classes) {
            this.work = work;
            this.classes = classes;
        }

        @Override
        public void run() {
            try {
                if (!Tests.this.run(work, classes)) {
                    green = false;
                }
            } catch (IOException | InterruptedException | RuntimeException e) {
                System.out.println(work.name() + "  FAILED: " + e);
                green = false;
            }
        }

        @Override
        public int compareTo(Turn other) {
            return Comparator.comparing((Turn turn) -> -times.getOrDefault(turn.work.name(), Long.MAX_VALUE))
                    .thenComparing(turn -> SLOWEST_FIRST.indexOf(turn.work.tier()))
                    .thenComparing(turn -> turn.work.name())
                    .compare(this, other);
        }
    }

    /**
     * The machine of the lab computes all the time, and the whole run ends with the longest; the others mostly wait. While
     * the build goes on, they only get what it leaves.
     */
    private int niceness(Work work) {
        boolean longest = times.values().stream().allMatch(time -> time <= times.getOrDefault(work.name(), Long.MAX_VALUE));
        if (work.tier().equals("lab") || longest) {
            return 0;
        }
        return isBuilt() ? 5 : 10;
    }

    private boolean isBuilt() {
        return !besideBuild || Files.exists(project.resolve("target/built"));
    }

    private static int atATime() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long byMemory = system.getTotalMemorySize() / MEMORY;
        return (int) Math.clamp(byMemory, 1, 2L * system.getAvailableProcessors());
    }

    private Map<Work, List<String>> work(boolean whole) throws IOException {
        try (Stream<Path> modules = Files.list(project)) {
            return modules.filter(module -> whole || hasClassPath(module))
                    .map(module -> module.resolve("target/test-classes"))
                    .filter(Files::isDirectory)
                    .flatMap(classes -> {
                        String module = project.relativize(classes).getName(0).toString();
                        return testClasses(classes).stream().map(name -> Map.entry(Work.of(module, name), name));
                    })
                    .collect(Collectors.groupingBy(
                            Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        }
    }

    /** Its last line may not be written yet at the very moment when it appears. */
    private static boolean hasClassPath(Path module) {
        long changed = module.resolve("target/test.classpath").toFile().lastModified();
        return changed != 0 && changed < System.currentTimeMillis() - PAUSE.toMillis();
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
        List<String> command = new ArrayList<>(List.of("nice", "-n", niceness(work) + ""));
        command.addAll(List.of(
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
