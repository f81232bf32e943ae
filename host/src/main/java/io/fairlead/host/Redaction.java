package io.fairlead.host;

import io.fairlead.host.tree.MemoryTree;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Takes out of a captured tree what tells one machine from all others, and leaves what an inventory needs. */
final class Redaction {
    private static final Pattern MAC = Pattern.compile("(?i)\\b([0-9a-f]{2}:){5}[0-9a-f]{2}\\b");
    /** Interfaces without a better name are named after their MAC address. */
    private static final Pattern NAMED_BY_MAC =
            Pattern.compile("(?<![0-9a-zA-Z])(en|wl|ww|ib)x[0-9a-f]{12}(?![0-9a-zA-Z])");

    private static final Pattern BY_ID = Pattern.compile("/dev/disk/by-id/\\S+");

    /** File systems that need hardware although their mounts name none. */
    private static final Set<String> TELLING = Set.of("zfs", "btrfs", "9p", "virtiofs");

    private final Map<String, String> interfaceNames = new HashMap<>();

    private Redaction() {}

    static MemoryTree of(MemoryTree tree) {
        Redaction redaction = new Redaction();
        return tree.rewritten(redaction::text, redaction::content);
    }

    /** Paths and link texts. */
    private String text(String text) {
        return NAMED_BY_MAC
                .matcher(MAC.matcher(text).replaceAll("00:00:00:00:00:00"))
                .replaceAll(match -> interfaceNames.computeIfAbsent(
                        match.group(), name -> "%sx%012d".formatted(match.group(1), interfaceNames.size() + 1)));
    }

    private byte[] content(String path, byte[] content) {
        if (path.endsWith("/config")) {
            return content;
        }
        List<String> lines = new String(content, StandardCharsets.UTF_8).lines().toList();
        Stream<String> kept = switch (path.substring(path.lastIndexOf('/') + 1)) {
            case "mountinfo" ->
                lines.stream().flatMap(line -> Mount.parse(line).stream()).flatMap(Redaction::mount);
            case "route" ->
                lines.stream().filter(DefaultRoutes::isDefaultIpv4).map(line -> column(line, 2, "00000000"));
            case "ipv6_route" ->
                lines.stream().filter(DefaultRoutes::isDefaultIpv6).map(line -> column(line, 4, "0".repeat(32)));
            default -> lines.stream();
        };
        return kept.map(line -> text(line) + "\n").collect(Collectors.joining()).getBytes(StandardCharsets.UTF_8);
    }

    /** Options name users and servers; mounts without a disk say nothing about disks. */
    private static Stream<String> mount(Mount mount) {
        if (!mount.hasBlockDevice() && !mount.source().startsWith("/dev/") && !TELLING.contains(mount.type())) {
            return Stream.empty();
        }
        String source = BY_ID.matcher(mount.source()).replaceAll("/dev/disk/by-id/redacted");
        return Stream.of("1 0 %s / %s rw - %s %s rw"
                .formatted(mount.device(), escaped(mount.point()), mount.type(), escaped(source)));
    }

    private static String escaped(String text) {
        return Pattern.compile("[ \\t\\n\\\\]")
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        "\\%03o".formatted((int) match.group().charAt(0))));
    }

    /** An address of a gateway is often made from its MAC address. */
    private static String column(String line, int index, String value) {
        String[] words = line.strip().split("\\s+");
        words[index] = value;
        return String.join("\t", words);
    }
}
