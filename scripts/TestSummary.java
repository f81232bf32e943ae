import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
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
    private static final class Count {
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
        Map<Tier, Count> counts = new EnumMap<>(Tier.class);
        for (Tier tier : Tier.values()) {
            counts.put(tier, new Count());
        }
        for (Path report : reports(Path.of(args[0], "target/tests"))) {
            add(counts, report.toFile());
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
        for (Tier tier : Tier.values()) {
            String name = tier.toString();
            if (leftOut.containsKey(name)) {
                System.out.printf("%-8s %7s %7s %8s %8s  left out: %s%n", name, "-", "-", "-", "-", leftOut.get(name));
                continue;
            }
            Count count = counts.get(tier);
            System.out.printf("%-8s %7d %7d %8d %8.1f%n", name, count.tests, count.failed, count.skipped, count.seconds);
            count.reasons.forEach((why, times) -> System.out.printf("         %d skipped: %s%n", times, why));
            if (count.ran() == 0) {
                System.out.println("         no test ran");
                idle.add(name);
            }
            passed += count.ran() - count.failed;
            failed += count.failed;
            skipped += count.skipped;
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

    private static List<Path> reports(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml")).sorted().toList();
        }
    }

    private static void add(Map<Tier, Count> counts, File report) throws Exception {
        NodeList tests = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(report)
                .getDocumentElement()
                .getElementsByTagName("testcase");
        for (int i = 0; i < tests.getLength(); i++) {
            Element test = (Element) tests.item(i);
            add(counts.get(Tier.of(test.getAttribute("classname"))), test);
        }
    }

    private static void add(Count count, Element test) {
        count.tests++;
        count.seconds += Double.parseDouble(test.getAttribute("time").replace(",", ""));
        if (test.getElementsByTagName("failure").getLength() + test.getElementsByTagName("error").getLength() > 0) {
            count.failed++;
        }
        NodeList skipped = test.getElementsByTagName("skipped");
        if (skipped.getLength() > 0) {
            count.skipped++;
            String why = skipped.item(0).getTextContent().strip().replaceFirst("^.* was skipped due to: ", "");
            count.reasons.merge(why.isEmpty() ? "no reason given" : why.lines().findFirst().orElse(""), 1, Integer::sum);
        }
    }
}
