import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Prints what the test reports below the given project say, a row a tier, and ends with status 1 where a test failed or,
 * with {@code --no-skips}, where one was skipped or a whole tier ran none.
 *
 * <pre>java scripts/TestSummary.java PROJECT [--no-skips] [--left-out TIER=REASON]...</pre>
 */
final class TestSummary {
    private static final List<String> TIERS = List.of("unit", "sandbox", "real", "lab");

    private static final class Tier {
        int tests;
        int failed;
        int skipped;
        double seconds;
        final Map<String, Integer> reasons = new TreeMap<>();

        int ran() {
            return tests - skipped;
        }
    }

    public static void main(String[] args) throws Exception {
        boolean noSkips = Arrays.asList(args).contains("--no-skips");
        Map<String, Tier> tiers = new TreeMap<>();
        for (Path report : reports(Path.of(args[0]))) {
            add(tiers.computeIfAbsent(report.getParent().getParent().getFileName().toString(), _ -> new Tier()), report.toFile());
        }
        Map<String, String> leftOut = new TreeMap<>();
        for (int i = 0; i + 1 < args.length; i++) {
            if (args[i].equals("--left-out")) {
                String[] parts = args[i + 1].split("=", 2);
                leftOut.put(parts[0], parts[1]);
            }
        }

        int passed = 0;
        int failed = 0;
        int skipped = 0;
        List<String> idle = new ArrayList<>();
        System.out.printf("%n%-8s %7s %7s %8s %8s%n", "tier", "tests", "failed", "skipped", "seconds");
        for (String name : TIERS) {
            if (leftOut.containsKey(name)) {
                System.out.printf("%-8s %7s %7s %8s %8s  left out: %s%n", name, "-", "-", "-", "-", leftOut.get(name));
                continue;
            }
            Tier tier = tiers.getOrDefault(name, new Tier());
            System.out.printf("%-8s %7d %7d %8d %8.1f%n", name, tier.tests, tier.failed, tier.skipped, tier.seconds);
            tier.reasons.forEach((why, count) -> System.out.printf("         %d skipped: %s%n", count, why));
            if (tier.ran() == 0) {
                System.out.println("         no test ran");
                idle.add(name);
            }
            passed += tier.ran() - tier.failed;
            failed += tier.failed;
            skipped += tier.skipped;
        }
        System.out.printf("%n%d passed, %d failed, %d skipped%n", passed, failed, skipped);
        if (noSkips && skipped > 0) {
            System.out.println("a skipped test counts as a failure here");
        }
        if (noSkips && !idle.isEmpty()) {
            System.out.println("a tier without a test that ran counts as a failure here: " + String.join(", ", idle));
        }
        System.exit(failed > 0 || passed == 0 || (noSkips && skipped + idle.size() > 0) ? 1 : 0);
    }

    private static List<Path> reports(Path project) throws IOException {
        try (Stream<Path> modules = Files.list(project)) {
            return modules.map(module -> module.resolve("target/tests"))
                    .filter(Files::isDirectory)
                    .flatMap(TestSummary::below)
                    .filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList();
        }
    }

    private static Stream<Path> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder, 3)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void add(Tier tier, File report) throws Exception {
        Element suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report).getDocumentElement();
        tier.tests += Integer.parseInt(suite.getAttribute("tests"));
        tier.failed += Integer.parseInt(suite.getAttribute("failures")) + Integer.parseInt(suite.getAttribute("errors"));
        tier.skipped += Integer.parseInt(suite.getAttribute("skipped"));
        tier.seconds += Double.parseDouble(suite.getAttribute("time").replace(",", ""));
        NodeList skips = suite.getElementsByTagName("skipped");
        for (int i = 0; i < skips.getLength(); i++) {
            String why = skips.item(i).getTextContent().strip().replaceFirst("^.* was skipped due to: ", "");
            tier.reasons.merge(why.isEmpty() ? "no reason given" : why.lines().findFirst().orElse(""), 1, Integer::sum);
        }
    }
}
