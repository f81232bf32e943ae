package io.fairlead.testbed;

import io.fairlead.testbed.lab.Lab;
import io.fairlead.testbed.parts.Part;
import io.fairlead.testbed.parts.Parts;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Builds what the real and the lab tier need and the user's cache has not got, so that tests need not share the machine
 * with compilers. What cannot be built here is left to the tests, which say why they are skipped.
 */
public final class BuildAhead {
    private BuildAhead() {}

    public static void main(String[] args) throws Exception {
        try (ExecutorService builds = Executors.newVirtualThreadPerTaskExecutor()) {
            // Mostly unpacks, while Go computes.
            Future<?> lab = builds.submit(BuildAhead::lab);
            parts();
            lab.get();
        }
    }

    private static void parts() {
        Parts parts = Parts.ofUser();
        Part.KUBERNETES_VERSIONS.stream()
                .filter(version -> Testbed.missing(version, 1).isEmpty())
                .flatMap(version -> Stream.concat(
                        Stream.of(Part.kubernetes(version)),
                        List.of(Part.ETCD, Part.CONTAINERD, Part.RUNC, Part.CNI).stream()))
                .distinct()
                .forEach(parts::binaries);
    }

    private static void lab() {
        if (Lab.missing().isEmpty()) {
            Lab.build();
        }
    }
}
