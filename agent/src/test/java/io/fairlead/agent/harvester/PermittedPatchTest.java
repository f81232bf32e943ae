package io.fairlead.agent.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.fairlead.api.kubevirt.KubeVirt;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PermittedPatchTest {
    private static final PermittedEntry A = new PermittedEntry("10de:0001", "nvidia.com/A");
    private static final PermittedEntry B = new PermittedEntry("10de:0002", "nvidia.com/B");
    private static final PermittedEntry C = new PermittedEntry("10de:0003", "nvidia.com/C");

    @Test
    void defect1AnEntryThatIsThereLeavesTheListAsItIs() {
        KubeVirt kubeVirt = kubeVirt("10de:0001=nvidia.com/A,10de:0002=nvidia.com/B,10de:0003=nvidia.com/C", A, B, C);
        for (PermittedEntry entry : List.of(A, B, C)) {
            assertThat(PermittedPatch.of(kubeVirt, Set.of(entry), Set.of(A, B, C)))
                    .isEmpty();
        }
    }

    @Test
    void defect1WhatIsRemovedIsThatEntryAndNoOther() {
        KubeVirt kubeVirt = kubeVirt("10de:0001=nvidia.com/A,10de:0002=nvidia.com/B", A, C, B);
        assertThat(PermittedPatch.of(kubeVirt, Set.of(), Set.of()))
                .containsExactly(
                        Map.of("op", "test", "path", "/metadata/resourceVersion", "value", "7"),
                        Map.of("op", "remove", "path", "/spec/configuration/permittedHostDevices/pciHostDevices/2"),
                        Map.of("op", "remove", "path", "/spec/configuration/permittedHostDevices/pciHostDevices/0"),
                        Map.of(
                                "op",
                                "remove",
                                "path",
                                "/metadata/annotations/pci.fairlead.io~1permitted-host-devices"));
    }

    @Test
    void defect10DuplicatesThatAreNotNeighboursAreFoundToo() {
        KubeVirt kubeVirt = kubeVirt("10de:0001=nvidia.com/A", A, B, A, C, A);
        assertThat(PermittedPatch.of(kubeVirt, Set.of(A), Set.of(A)))
                .extracting(operation -> operation.get("path"))
                .containsExactly(
                        "/metadata/resourceVersion",
                        "/spec/configuration/permittedHostDevices/pciHostDevices/4",
                        "/spec/configuration/permittedHostDevices/pciHostDevices/2");
    }

    @Test
    void whatOthersAddedIsUsedButNeverTaken() {
        KubeVirt kubeVirt = kubeVirt("", A);
        assertThat(PermittedPatch.of(kubeVirt, Set.of(A), Set.of(A))).isEmpty();
        assertThat(PermittedPatch.of(kubeVirt, Set.of(), Set.of())).isEmpty();
    }

    @Test
    void anEntryOfSomebodyWhoIsStillLeavingStays() {
        assertThat(PermittedPatch.of(kubeVirt("10de:0001=nvidia.com/A", A), Set.of(), Set.of(A)))
                .isEmpty();
    }

    @Test
    void everythingAboveTheListIsMadeWhereItIsMissing() {
        KubeVirt empty = Serialization.unmarshal("""
                {"apiVersion": "kubevirt.io/v1", "kind": "KubeVirt", "metadata": {"name": "kubevirt", "resourceVersion": "7"}}""", KubeVirt.class);
        assertThat(PermittedPatch.of(empty, Set.of(A), Set.of(A)))
                .extracting(operation -> operation.get("path"))
                .containsExactly(
                        "/metadata/resourceVersion",
                        "/spec",
                        "/spec/configuration",
                        "/spec/configuration/permittedHostDevices",
                        "/spec/configuration/permittedHostDevices/pciHostDevices",
                        "/spec/configuration/permittedHostDevices/pciHostDevices/-",
                        "/metadata/annotations",
                        "/metadata/annotations/pci.fairlead.io~1permitted-host-devices");
    }

    @Test
    void junkInOurOwnAnnotationIsNothing() {
        assertThat(PermittedPatch.of(kubeVirt("=,,nonsense, 10de:0001=nvidia.com/A", A), Set.of(A), Set.of(A)))
                .isEmpty();
    }

    private static KubeVirt kubeVirt(String recorded, PermittedEntry... entries) {
        Map<String, Object> permitted = Map.of(
                "pciHostDevices",
                List.of(entries).stream().map(PermittedEntry::json).toList());
        return Serialization.unmarshal(
                Serialization.asJson(Map.of(
                        "apiVersion",
                        "kubevirt.io/v1",
                        "kind",
                        "KubeVirt",
                        "metadata",
                        Map.of(
                                "name",
                                "kubevirt",
                                "resourceVersion",
                                "7",
                                "annotations",
                                recorded.isEmpty() ? Map.of() : Map.of(Marks.PERMITTED, recorded)),
                        "spec",
                        Map.of("configuration", Map.of("permittedHostDevices", permitted)))),
                KubeVirt.class);
    }
}
