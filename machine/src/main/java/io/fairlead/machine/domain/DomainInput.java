package io.fairlead.machine.domain;

import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.host.PciInventory;
import io.fairlead.machine.ClusterConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that is known where a domain is made.
 *
 * @param instance the machine
 * @param config the cluster's configuration
 * @param environment variables that device plugins set
 * @param metadata device metadata files
 * @param host the host's PCI tree, which tells the functions of a card and the memory that a device is near
 * @param links the pod's network links by name
 * @param networkDevices the PCI address behind each network that Multus attached, from {@code kubevirt.io/network-info}
 * @param addresses guest addresses that devices had before, by alias
 * @param blockVolumes volumes that are devices and not file systems
 * @param numaNodes the host's memory nodes that the guest's CPUs are pinned to
 */
public record DomainInput(
        VirtualMachineInstance instance,
        ClusterConfig config,
        Map<String, String> environment,
        MetadataFiles metadata,
        Optional<PciInventory> host,
        Map<String, Link> links,
        Map<String, String> networkDevices,
        Map<String, GuestAddress> addresses,
        Set<String> blockVolumes,
        List<Integer> numaNodes) {
    /**
     * A network link in the pod.
     *
     * @param mac its hardware address
     * @param mtu the largest packet it takes
     */
    public record Link(String mac, int mtu) {}

    /** Of a machine about whose pod nothing is known. */
    public static DomainInput of(VirtualMachineInstance instance, ClusterConfig config) {
        return new DomainInput(
                instance,
                config,
                Map.of(),
                MetadataFiles.NONE,
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of(),
                Set.of(),
                List.of());
    }

    public DomainInput withEnvironment(Map<String, String> variables) {
        return new DomainInput(
                instance, config, variables, metadata, host, links, networkDevices, addresses, blockVolumes, numaNodes);
    }

    public DomainInput withMetadata(MetadataFiles files) {
        return new DomainInput(
                instance, config, environment, files, host, links, networkDevices, addresses, blockVolumes, numaNodes);
    }

    public DomainInput withHost(PciInventory inventory) {
        return new DomainInput(
                instance,
                config,
                environment,
                metadata,
                Optional.of(inventory),
                links,
                networkDevices,
                addresses,
                blockVolumes,
                numaNodes);
    }

    public DomainInput withAddresses(Map<String, GuestAddress> before) {
        return new DomainInput(
                instance, config, environment, metadata, host, links, networkDevices, before, blockVolumes, numaNodes);
    }

    public DomainInput withNetworkDevices(Map<String, String> devices) {
        return new DomainInput(
                instance, config, environment, metadata, host, links, devices, addresses, blockVolumes, numaNodes);
    }

    public DomainInput withLinks(Map<String, Link> known) {
        return new DomainInput(
                instance,
                config,
                environment,
                metadata,
                host,
                known,
                networkDevices,
                addresses,
                blockVolumes,
                numaNodes);
    }

    public DomainInput withBlockVolumes(Set<String> volumes) {
        return new DomainInput(
                instance, config, environment, metadata, host, links, networkDevices, addresses, volumes, numaNodes);
    }

    public DomainInput withNumaNodes(List<Integer> nodes) {
        return new DomainInput(
                instance, config, environment, metadata, host, links, networkDevices, addresses, blockVolumes, nodes);
    }
}
