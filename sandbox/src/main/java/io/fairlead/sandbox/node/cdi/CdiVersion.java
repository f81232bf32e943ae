package io.fairlead.sandbox.node.cdi;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;

/** The version that a spec must have at least, by what it uses; a runtime does not load one that says less. */
final class CdiVersion {
    /** Known versions, oldest first. */
    private static final List<String> VERSIONS =
            List.of("0.3.0", "0.4.0", "0.5.0", "0.6.0", "0.7.0", "0.8.0", "1.0.0", "1.1.0");

    private CdiVersion() {}

    static void check(Path file, JsonNode spec) throws CdiException {
        String said = spec.path("cdiVersion").asText();
        if (!VERSIONS.contains(said)) {
            throw new CdiException("%s: unknown cdiVersion \"%s\"".formatted(file, said));
        }
        String needed = needed(spec);
        if (VERSIONS.indexOf(said) < VERSIONS.indexOf(needed)) {
            throw new CdiException("%s: the spec version must be at least %s, it is %s".formatted(file, needed, said));
        }
    }

    private static String needed(JsonNode spec) {
        List<JsonNode> edits = spec.findValues("containerEdits");
        if (any(edits, "netDevices")) {
            return "1.1.0";
        }
        if (any(edits, "intelRdt") || any(edits, "additionalGids")) {
            return "0.7.0";
        }
        String kindClass = spec.path("kind").asText().replaceFirst(".*/", "");
        if (!spec.findValues("annotations").isEmpty() || kindClass.contains(".")) {
            return "0.6.0";
        }
        boolean digitFirst = spec.path("devices").findValues("name").stream()
                .anyMatch(name -> name.asText().matches("[0-9].*"));
        if (digitFirst
                || edits.stream()
                        .anyMatch(edit ->
                                !edit.path("deviceNodes").findValues("hostPath").isEmpty())) {
            return "0.5.0";
        }
        return edits.stream()
                        .anyMatch(
                                edit -> !edit.path("mounts").findValues("type").isEmpty())
                ? "0.4.0"
                : "0.3.0";
    }

    private static boolean any(List<JsonNode> edits, String field) {
        return edits.stream().anyMatch(edit -> edit.has(field));
    }
}
