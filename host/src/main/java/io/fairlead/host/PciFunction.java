package io.fairlead.host;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One PCI function as the kernel shows it.
 *
 * @param address where it sits
 * @param id vendor and device
 * @param subsystem the board maker's vendor and device
 * @param type what it says it is
 * @param revision 8 bit
 * @param driver bound to it now
 * @param iommuGroup number of its IOMMU group
 * @param numaNode memory node that it is near
 * @param pcieRoot the root complex, as {@code resource.kubernetes.io/pcieRoot} names it: {@code pci0000:00}
 * @param bridges functions above it, from the root down
 * @param link its PCIe link; none for a virtual function, which uses that of its maker
 * @param bars its regions
 * @param bootVga whether the firmware showed its messages on it
 * @param resetMethods ways to reset it, the preferred one first
 * @param sriov its part in SR-IOV
 * @param interfaces network interfaces that it carries
 * @param disks block devices that it carries
 */
public record PciFunction(
        PciAddress address,
        PciId id,
        Optional<PciId> subsystem,
        PciClass type,
        int revision,
        Optional<String> driver,
        OptionalInt iommuGroup,
        OptionalInt numaNode,
        String pcieRoot,
        List<PciAddress> bridges,
        Optional<PciLink> link,
        List<PciBar> bars,
        boolean bootVga,
        List<String> resetMethods,
        Sriov sriov,
        List<NetworkInterface> interfaces,
        List<Disk> disks) {
    public PciFunction {
        bridges = List.copyOf(bridges);
        bars = List.copyOf(bars);
        resetMethods = List.copyOf(resetMethods);
        interfaces = List.copyOf(interfaces);
        disks = List.copyOf(disks);
    }

    public boolean isVirtual() {
        return sriov instanceof Sriov.Virtual;
    }

    /** Whether a driver holds it that makes it part of the host, rather than one that keeps it ready to be given away. */
    public boolean isDrivenByHost() {
        return driver.filter(name -> !name.equals("pci-stub") && !name.contains("vfio"))
                .isPresent();
    }

    /** Whether it is a bridge that lets the rest of its IOMMU group travel without it. */
    public boolean standsAside() {
        return type.isBridge()
                && (!isDrivenByHost() || driver.filter("pcieport"::equals).isPresent());
    }
}
