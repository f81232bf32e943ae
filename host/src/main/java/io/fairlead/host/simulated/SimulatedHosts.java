package io.fairlead.host.simulated;

import io.fairlead.host.tree.Archive;
import io.fairlead.host.tree.MemoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Machines to simulate, from a file. An archive of {@code fairlead inventory --capture} is one machine, named after the
 * file. A text file has one machine a line: its name and its archive, which is relative to the text file; what follows a
 * {@code #} is a remark.
 *
 * <pre>
 * # two machines of one kind
 * rack1-a   gpu-server.tar.gz
 * rack1-b   gpu-server.tar.gz
 * </pre>
 */
public final class SimulatedHosts {
    /** A name that a node can have. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");

    private static final Pattern ARCHIVE = Pattern.compile("(.+?)\\.(tar\\.gz|tgz)");
    private static final int LONGEST_NAME = 63;

    private SimulatedHosts() {}

    /** The trees that the machines begin with, by name. */
    public static SequencedMap<String, MemoryTree> read(Path file) throws IOException {
        SequencedMap<String, MemoryTree> hosts = new LinkedHashMap<>();
        Matcher archive = ARCHIVE.matcher(file.getFileName().toString());
        if (archive.matches()) {
            hosts.put(name(archive.group(1).toLowerCase(Locale.ROOT), file.toString()), Archive.read(file));
            return hosts;
        }
        List<String> lines = Files.readAllLines(file);
        for (int index = 0; index < lines.size(); index++) {
            String line = lines.get(index).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                add(hosts, line, file, "%s:%d".formatted(file, index + 1));
            }
        }
        if (hosts.isEmpty()) {
            throw new IOException(file + " names no host; a line has a name and an archive: node-a  lab.tar.gz");
        }
        return hosts;
    }

    private static void add(SequencedMap<String, MemoryTree> hosts, String line, Path file, String where)
            throws IOException {
        String[] words = line.split("\\s+");
        if (words.length != 2) {
            throw new IOException("%s: \"%s\" is not a name and an archive; write for example: node-a  lab.tar.gz"
                    .formatted(where, line));
        }
        MemoryTree tree = Archive.read(file.resolveSibling(words[1]));
        if (hosts.putIfAbsent(name(words[0], where), tree) != null) {
            throw new IOException("%s: there is a host %s already; give each its own name".formatted(where, words[0]));
        }
    }

    private static String name(String name, String where) throws IOException {
        if (name.length() > LONGEST_NAME || !NAME.matcher(name).matches()) {
            throw new IOException("%s: no node can be named \"%s\"; use up to %d lower-case letters, digits and hyphens"
                    .formatted(where, name, LONGEST_NAME));
        }
        return name;
    }
}
