package io.fairlead.machine;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fairlead.api.kubevirt.KubeVirt;
import io.fairlead.api.kubevirt.VirtualMachine;
import io.fairlead.api.kubevirt.VirtualMachineInstance;

/** Objects for tests, from as little YAML as tells the case. */
public final class Manifests {
    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    private Manifests() {}

    public static <T> T read(String yaml, Class<T> type) {
        // Without a marker, flow style would pass for JSON.
        return SERIALIZATION.unmarshal("---\n" + yaml, type);
    }

    /** An instance called {@code example} with this spec. */
    public static VirtualMachineInstance instance(String spec) {
        return read("""
                apiVersion: kubevirt.io/v1
                kind: VirtualMachineInstance
                metadata: {name: example, namespace: default, uid: 8ffb7e04-6c4b-4fc7-bbaa-c60d9a1e0eaa}
                spec:
                """ + spec.indent(2), VirtualMachineInstance.class);
    }

    public static VirtualMachine machine(String spec) {
        return read("""
                apiVersion: kubevirt.io/v1
                kind: VirtualMachine
                metadata: {name: example, namespace: default}
                spec:
                """ + spec.indent(2), VirtualMachine.class);
    }

    /** A cluster with this configuration. */
    public static ClusterConfig config(String configuration) {
        return ClusterConfig.of(read("""
                apiVersion: kubevirt.io/v1
                kind: KubeVirt
                metadata: {name: kubevirt, namespace: kubevirt}
                spec:
                  configuration:
                """ + configuration.indent(4), KubeVirt.class));
    }
}
