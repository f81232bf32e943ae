package io.fairlead.testbed.parts;

import io.fairlead.testbed.system.DebianPackage;
import io.fairlead.testbed.system.MissingPrerequisite;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Something that is built from one {@code go.mod} with tool directives.
 *
 * @param name its folder among our resources, which holds go.mod and go.sum
 * @param version shown to people and part of the cache's key
 * @param flags for {@code go build}
 * @param binaries what the build leaves, by the name that Go gives it and the name that we want
 * @param packages Debian packages that the build needs
 */
public record Part(
        String name, String version, List<String> flags, Map<String, String> binaries, List<DebianPackage> packages) {
    /** The versions of Kubernetes that can be built, the default first. */
    public static final List<String> KUBERNETES_VERSIONS = List.of("1.36.3", "1.34.4");

    static final List<DebianPackage> NONE = List.of();

    public static final Part ETCD = new Part("etcd", "3.7.3", stripped(""), Map.of("server", "etcd"), NONE);
    public static final Part CONTAINERD =
            new Part("containerd", "2.4.2", stripped(""), same("containerd", "containerd-shim-runc-v2", "ctr"), NONE);
    /** Without seccomp every pod fails to start. */
    public static final Part RUNC = new Part(
            "runc",
            "1.5.2",
            List.of("-tags=seccomp", "-ldflags=-s -w"),
            same("runc"),
            List.of(DebianPackage.GCC, DebianPackage.LIBSECCOMP, DebianPackage.PKG_CONFIG));

    public static final Part CNI =
            new Part("cni", "1.9.1", stripped(""), same("ptp", "bridge", "loopback", "host-local"), NONE);

    /** Control plane, kubelet and kubectl. */
    public static Part kubernetes(String version) {
        if (!KUBERNETES_VERSIONS.contains(version)) {
            throw new MissingPrerequisite("Kubernetes " + version + " cannot be built; choose one of "
                    + String.join(", ", KUBERNETES_VERSIONS));
        }
        // kubectl refuses to compare versions that it cannot parse.
        String flags = " -X k8s.io/component-base/version.gitVersion=v" + version
                + " -X k8s.io/client-go/pkg/version.gitVersion=v" + version;
        return new Part(
                "kubernetes-" + version,
                version,
                stripped(flags),
                same("kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubectl", "kubelet"),
                NONE);
    }

    /** Without the version, for messages. */
    String title() {
        return name.replace("-" + version, "") + " " + version;
    }

    byte[] resource(String file) {
        String path = name + "/" + file;
        try (InputStream in = Part.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the testbed jar lacks " + path);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        }
    }

    private static List<String> stripped(String more) {
        return List.of("-ldflags=-s -w" + more);
    }

    private static Map<String, String> same(String... names) {
        return List.of(names).stream().collect(Collectors.toMap(name -> name, name -> name));
    }
}
