package io.fairlead.contract.kubelet;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fairlead.kubelet.KubeletFolder;
import java.nio.file.Path;

/** A node with one of the two kubelets, and what a test wants of it. */
interface ContractNode {
    /** At home in a namespace that the test has for itself. */
    KubernetesClient client();

    String name();

    KubeletFolder kubelet();

    Path cdi();

    /** An image with a shell. */
    String image();

    /** Kills the kubelet and starts it again; containers go on. */
    void restartKubelet();

    /** The environment of the pod's only container, a line per variable, and a line per node {@code /dev/card*}. */
    String seenInside(Pod pod);
}
