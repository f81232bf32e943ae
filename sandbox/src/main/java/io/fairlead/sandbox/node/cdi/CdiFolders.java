package io.fairlead.sandbox.node.cdi;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The folders of spec files, in rising priority; read anew for every container. */
public final class CdiFolders {
    private static final Logger log = LoggerFactory.getLogger(CdiFolders.class);

    private final List<Path> folders;

    public CdiFolders(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /** What the devices of these names make of the container. */
    public ContainerView apply(ContainerView container, List<String> names) throws CdiException {
        if (names.isEmpty()) {
            return container;
        }
        Found found = read();
        List<String> unknown = names.stream()
                .filter(name -> !found.devices().containsKey(name))
                .toList();
        if (!unknown.isEmpty()) {
            throw new CdiException("CDI device injection failed: unresolvable CDI devices "
                    + String.join(", ", unknown)
                    + (found.problems().isEmpty() ? "" : " (" + String.join("; ", found.problems()) + ")"));
        }
        ContainerView view = container;
        Set<CdiSpecFile> used = new HashSet<>();
        for (String name : names) {
            CdiSpecFile spec = Objects.requireNonNull(found.devices().get(name));
            if (used.add(spec)) {
                view = view.with(spec.edits());
            }
            view = view.with(Objects.requireNonNull(spec.devices().get(name.substring(name.indexOf('=') + 1))));
        }
        return view;
    }

    private record Found(Map<String, CdiSpecFile> devices, List<String> problems) {}

    /** A name that two files of one folder have is nobody's; one of a later folder stands before an earlier one's. */
    private Found read() {
        Map<String, CdiSpecFile> devices = new HashMap<>();
        List<String> problems = new ArrayList<>();
        for (Path folder : folders) {
            Map<String, CdiSpecFile> here = new HashMap<>();
            Set<String> conflicting = new HashSet<>();
            for (Path file : files(folder)) {
                try {
                    CdiSpecFile spec = CdiSpecFile.read(file);
                    for (String device : spec.devices().keySet()) {
                        String name = spec.kind() + "=" + device;
                        if (here.put(name, spec) != null) {
                            conflicting.add(name);
                            problems.add("conflicting device \"" + name + "\" in " + file);
                        }
                    }
                } catch (IOException | CdiException e) {
                    log.debug("{}: not loaded: {}", file, e.getMessage());
                    problems.add(e.getMessage());
                }
            }
            here.keySet().removeAll(conflicting);
            devices.putAll(here);
        }
        return new Found(devices, problems);
    }

    private static List<Path> files(Path folder) {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "[!.]*.{json,yaml}")) {
                all.forEach(files::add);
            } catch (IOException e) {
                log.debug("{}: {}", folder, e.toString());
            }
        }
        return files;
    }
}
