package io.fairlead.testbed.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The configuration files of a node. */
final class NodeFiles {
    private final NodePlan plan;

    NodeFiles(NodePlan plan) {
        this.plan = plan;
    }

    void write() throws IOException {
        for (String folder : List.of("kubelet", "cdi", "log", "cni/conf", "cni/state", "containerd")) {
            Files.createDirectories(plan.folder().resolve(folder));
        }
        Files.writeString(authority(), plan.credentials().authorityPem());
        Files.writeString(plan.folder().resolve("node.crt"), plan.credentials().certificatePem());
        Files.writeString(plan.folder().resolve("node.key"), plan.credentials().keyPem());
        Files.writeString(
                plan.folder().resolve("resolv.conf"),
                "nameserver " + plan.gateway().getHostAddress() + "\n");
        Files.writeString(plan.folder().resolve("cni/conf/10-pods.conflist"), network());
        Files.writeString(containerdConfig(), containerd());
        Files.writeString(kubeletConfig(), kubelet());
        Files.writeString(start(), startScript());
        BusyboxImage.writeTo(image());
    }

    Path start() {
        return plan.folder().resolve("start.sh");
    }

    /** The archive of the image that pods run. */
    Path image() {
        return plan.folder().resolve("busybox.tar");
    }

    Path containerdConfig() {
        return plan.folder().resolve("containerd.toml");
    }

    Path kubeletConfig() {
        return plan.folder().resolve("kubelet.yaml");
    }

    private Path authority() {
        return plan.folder().resolve("ca.crt");
    }

    /**
     * What the first process of the namespaces does before it goes to sleep. Mounts made here are shared with containers
     * and seen by nobody outside.
     */
    private String startScript() {
        return """
                set -e
                mount --make-rshared /
                mount -t tmpfs -o mode=755 tmpfs /run
                mkdir -p /run/netns /run/cdi /var/lib/kubelet /var/lib/cni
                mount --bind %1$s/cdi /run/cdi
                mount --bind %1$s/kubelet /var/lib/kubelet
                mount --bind %1$s/cni/state /var/lib/cni
                mount --bind %1$s/log /var/log
                ip link set lo up
                touch %1$s/started
                exec sleep infinity
                """.formatted(plan.folder());
    }

    /** What the node does at its end of the cable. */
    String networkScript(String device) {
        List<String> commands = new ArrayList<>(List.of(
                "ip addr add " + plan.address().getHostAddress() + "/24 dev " + device,
                "ip link set " + device + " up",
                "ip route add default via " + plan.gateway().getHostAddress(),
                "echo 1 > /proc/sys/net/ipv4/ip_forward"));
        for (NodePlan.Route route : plan.routes()) {
            commands.add("ip route add " + route.pods() + " via " + route.via().getHostAddress());
        }
        return String.join("\n", commands);
    }

    private String network() {
        return """
                {"cniVersion": "1.0.0", "name": "pods", "plugins": [
                  {"type": "ptp", "ipMasq": false, "ipam": {
                     "type": "host-local", "subnet": "%s", "routes": [{"dst": "0.0.0.0/0"}]}}]}
                """.formatted(plan.pods());
    }

    private String containerd() {
        return """
                version = 3
                root = "%1$s/containerd/root"
                state = "%1$s/containerd/state"
                [grpc]
                  address = "%2$s"
                [plugins."io.containerd.internal.v1.opt"]
                  path = "%1$s/containerd/opt"
                [plugins."io.containerd.cri.v1.images".pinned_images]
                  sandbox = "%3$s"
                [plugins."io.containerd.cri.v1.runtime"]
                  enable_cdi = true
                  cdi_spec_dirs = ["/var/run/cdi"]
                  # Lowering a score below one's own is not allowed everywhere.
                  restrict_oom_score_adj = true
                  [plugins."io.containerd.cri.v1.runtime".cni]
                    bin_dirs = ["%4$s"]
                    conf_dir = "%1$s/cni/conf"
                  [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc]
                    runtime_type = "io.containerd.runc.v2"
                    [plugins."io.containerd.cri.v1.runtime".containerd.runtimes.runc.options]
                      BinaryName = "%5$s/runc"
                      SystemdCgroup = false
                """.formatted(
                        plan.folder(),
                        plan.containerdSocket(),
                        BusyboxImage.PAUSE,
                        plan.binaries().cni(),
                        plan.binaries().runc());
    }

    private String kubelet() {
        return """
                apiVersion: kubelet.config.k8s.io/v1beta1
                kind: KubeletConfiguration
                containerRuntimeEndpoint: unix://%2$s
                cgroupDriver: cgroupfs
                cgroupRoot: /%3$s
                failCgroupV1: false
                failSwapOn: false
                localStorageCapacityIsolation: false
                volumePluginDir: /var/lib/kubelet/volume-plugins
                resolvConf: %1$s/resolv.conf
                tlsCertFile: %1$s/node.crt
                tlsPrivateKeyFile: %1$s/node.key
                authentication:
                  x509: {clientCAFile: %1$s/ca.crt}
                  anonymous: {enabled: false}
                  webhook: {enabled: true}
                authorization: {mode: Webhook}
                # The disk is the machine's, and how full it is says nothing about the test.
                evictionHard: {memory.available: 100Mi, nodefs.available: 0%%, imagefs.available: 0%%, nodefs.inodesFree: 0%%}
                imageGCHighThresholdPercent: 100
                # Looks often, so that what changed is told soon; tells seldom what has not.
                nodeStatusUpdateFrequency: 2s
                nodeStatusReportFrequency: 1m
                # After a driver's refusal, the next look at a pod comes with its next sync; a minute is a long time for a test.
                syncFrequency: 5s
                """.formatted(plan.folder(), plan.containerdSocket(), plan.controlGroup());
    }
}
