package io.fairlead.host;

import io.fairlead.host.tree.HostRoot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** Reads a host's tree for a scan: turns every failure into a warning that names the file. Safe for many threads. */
final class TreeReader {
    private static final int ATTRIBUTE_LIMIT = 64 << 10;
    private static final int TABLE_LIMIT = 4 << 20;
    private static final int QUOTED = 40;
    private static final Set<String> NO_NAMES = Set.of("", ".", "..");

    private final HostRoot root;
    private final Set<String> warnings = new ConcurrentSkipListSet<>();

    TreeReader(HostRoot root) {
        this.root = root;
    }

    /** Names in a directory; nothing if it is not there or cannot be listed. */
    Optional<List<String>> list(String directory) {
        try {
            return root.list(directory);
        } catch (IOException failure) {
            warn(directory, failure);
            return Optional.empty();
        }
    }

    /** Names in a directory that is often not there. */
    List<String> names(String directory) {
        return list(directory).orElse(List.of());
    }

    /** An attribute's text without surrounding blanks. */
    Optional<String> text(String file) {
        return text(file, ATTRIBUTE_LIMIT);
    }

    /** The lines of a table in proc. */
    Optional<List<String>> table(String file) {
        return text(file, TABLE_LIMIT).map(text -> text.lines().toList());
    }

    private Optional<String> text(String file, int limit) {
        try {
            return root.read(file, limit).map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip());
        } catch (IOException failure) {
            warn(file, failure);
            return Optional.empty();
        }
    }

    /** A whole number; nothing, with a warning, if the file holds anything else. */
    OptionalInt number(String file) {
        return text(file).map(text -> number(file, text)).orElse(OptionalInt.empty());
    }

    private OptionalInt number(String file, String text) {
        try {
            return OptionalInt.of(Integer.parseInt(text));
        } catch (NumberFormatException junk) {
            warn(file, "is not a number: " + quoted(text));
            return OptionalInt.empty();
        }
    }

    /** Where a link leads. */
    Optional<String> follow(String path) {
        try {
            return root.follow(path);
        } catch (IOException failure) {
            warn(path, failure);
            return Optional.empty();
        }
    }

    /** The last name of where a link leads: a driver, a group, a type. */
    Optional<String> linkedName(String path) {
        try {
            return root.link(path)
                    .map(target -> target.substring(target.lastIndexOf('/') + 1))
                    .filter(name -> !NO_NAMES.contains(name));
        } catch (IOException failure) {
            warn(path, failure);
            return Optional.empty();
        }
    }

    /** The text of a link that only some may read; no warning where we may not. */
    Optional<String> readableLink(String path) {
        try {
            return root.link(path);
        } catch (IOException hidden) {
            return Optional.empty();
        }
    }

    void warn(String path, IOException failure) {
        warn(path, String.valueOf(failure.getMessage()));
    }

    void warn(String path, String why) {
        warnings.add(path + " " + why);
    }

    List<String> warnings() {
        return List.copyOf(warnings);
    }

    /** Text of a stranger, fit for one line of a terminal. */
    static String quoted(String text) {
        String start = text.length() > QUOTED ? text.substring(0, QUOTED) + "…" : text;
        return '"' + start.replaceAll("[^\\x20-\\x7e…]", "?") + '"';
    }
}
