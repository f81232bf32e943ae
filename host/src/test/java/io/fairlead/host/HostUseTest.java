package io.fairlead.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the host needs itself is never offered, and what cannot be known counts as needed. */
class HostUseTest {
    private final TestingHost host = TestingHost.empty();
    private final TestingFunction nic =
            host.function("0000:01:00.0").type(0x020000).driver("igb").group(1);
    private final TestingFunction drive =
            host.function("0000:02:00.0").type(0x010802).driver("nvme").group(2);

    @Test
    void anIdleInterfaceIsNotInTheWay() {
        nic.networkInterface("eth0");

        assertThat(obstacles(nic)).isEmpty();
    }

    @Test
    void theDefaultRouteKeepsItsInterface() {
        nic.networkInterface("eth0");
        host.defaultRoute("eth0");

        assertThat(obstacles(nic)).containsExactly("0000:01:00.0 carries the default route on eth0");
    }

    @Test
    void theDefaultRouteOfIpv6KeepsItsInterface() {
        nic.networkInterface("eth0");
        String any = "0".repeat(32);
        host.root().file("proc/1/net/ipv6_route", """
                        fe800000000000000000000000000000 40 %1$s 00 %1$s 00000100 00000001 00000000 00000001 eth1
                        %1$s 00 %1$s 00 fe800000000000005054fffffe123456 00000400 00000001 00000000 00000003 eth0
                        %1$s 00 %1$s 00 %1$s ffffffff 00000001 00000000 00200200 lo""".formatted(any));

        assertThat(obstacles(nic)).containsExactly("0000:01:00.0 carries the default route on eth0");
    }

    @Test
    void aDefaultRouteThroughABridgeOnAVlanOnABondKeepsEveryMember() {
        nic.networkInterface("eth0");
        host.virtualInterface("bond0", "eth0")
                .virtualInterface("bond0.7", "bond0")
                .virtualInterface("br0", "bond0.7");
        host.defaultRoute("br0");

        assertThat(obstacles(nic)).containsExactly("0000:01:00.0 carries the default route on eth0");
    }

    @Test
    void interfacesThatAreBuiltOnEachOtherInARingEndTheSearch() {
        nic.networkInterface("eth0");
        host.virtualInterface("a", "b").virtualInterface("b", "a", "eth0");
        host.defaultRoute("a");

        assertThat(obstacles(nic)).containsExactly("0000:01:00.0 carries the default route on eth0");
    }

    @Test
    void aMemberOfABridgeStays() {
        nic.networkInterface("eth0").member("eth0", "br0");

        assertThat(obstacles(nic)).containsExactly("0000:01:00.0 carries eth0, which br0 is built on");
    }

    @Test
    void aNetworkCardWhoseInterfaceIsElsewhereMayBeInUse() {
        assertThat(obstacles(nic))
                .containsExactly(
                        "0000:01:00.0 may be in use: driver igb shows no interface here, so it may be in another network namespace");
        nic.driver("vfio-pci");
        assertThat(obstacles(nic)).isEmpty();
    }

    @Test
    void withoutRoutesEveryInterfaceMayBeInUse() {
        nic.networkInterface("eth0");
        host.root().remove("proc/1/net/route");

        assertThat(obstacles(nic)).containsExactly("0000:01:00.0 may be in use: the host's routes are not known");
    }

    @Test
    void aDiskThatNobodyUsesIsNotInTheWay() {
        drive.disk("nvme0n1", "259:0").partition("nvme0n1", "nvme0n1p1", "259:1");

        assertThat(obstacles(drive)).isEmpty();
        assertThat(PciInventory.scan(host.root())
                        .function(drive.address())
                        .orElseThrow()
                        .disks())
                .containsExactly(new Disk("nvme0n1", List.of()));
    }

    @Test
    void aMountedPartitionKeepsItsDisk() {
        drive.disk("nvme0n1", "259:0").partition("nvme0n1", "nvme0n1p1", "259:1");
        host.mount("259:1", "/var/lib/my\\040data", "ext4", "/dev/root");

        assertThat(obstacles(drive)).containsExactly("0000:02:00.0 carries disk nvme0n1, used by /var/lib/my data");
    }

    @Test
    void swapKeepsItsDisk() {
        drive.disk("nvme0n1", "259:0").partition("nvme0n1", "nvme0n1p1", "259:1");
        host.swap("/dev/nvme0n1p1");

        assertThat(obstacles(drive)).containsExactly("0000:02:00.0 carries disk nvme0n1, used by swap");
    }

    @Test
    void aVolumeOnARaidOnPartitionsKeepsAllDisks() {
        drive.disk("nvme0n1", "259:0").partition("nvme0n1", "nvme0n1p1", "259:1");
        TestingFunction other = host.function("0000:03:00.0")
                .type(0x010601)
                .driver("ahci")
                .group(3)
                .disk("sda", "8:0");
        host.virtualDisk("md0", "9:0", "nvme0n1p1", "sda").virtualDisk("dm-0", "253:0", "md0");
        host.root().file("sys/devices/virtual/block/dm-0/dm/name", "vg-root");
        host.mount("253:0", "/", "xfs", "/dev/mapper/vg-root");

        assertThat(obstacles(drive)).containsExactly("0000:02:00.0 carries disk nvme0n1, used by /, dm-0, md0");
        assertThat(obstacles(other)).containsExactly("0000:03:00.0 carries disk sda, used by /, dm-0, md0");
    }

    @Test
    void swapOnAVolumeIsFoundByItsMapperName() {
        drive.disk("nvme0n1", "259:0");
        host.virtualDisk("dm-0", "253:0", "nvme0n1").swap("/dev/mapper/vg-swap");
        host.root().file("sys/devices/virtual/block/dm-0/dm/name", "vg-swap");

        assertThat(obstacles(drive)).containsExactly("0000:02:00.0 carries disk nvme0n1, used by dm-0, swap");
    }

    @Test
    void disksThatAreBuiltOnEachOtherInARingEndTheSearch() {
        drive.disk("nvme0n1", "259:0");
        host.virtualDisk("dm-0", "253:0", "dm-1").virtualDisk("dm-1", "253:1", "dm-0", "nvme0n1");

        assertThat(obstacles(drive)).containsExactly("0000:02:00.0 carries disk nvme0n1, used by dm-0, dm-1");
    }

    @Test
    void aNamespaceThatTwoControllersReachKeepsBoth() {
        TestingFunction second =
                host.function("0000:03:00.0").type(0x010802).driver("nvme").group(3);
        String subsystem = "sys/devices/virtual/nvme-subsystem/nvme-subsys0";
        host.root()
                .file(subsystem + "/nvme0n1/dev", "259:0")
                .link("sys/class/block/nvme0n1", "../../../" + subsystem + "/nvme0n1")
                .link(subsystem + "/nvme0", "../../../../../" + drive.path() + "/nvme/nvme0")
                .link(subsystem + "/nvme1", "../../../../../" + second.path() + "/nvme/nvme1");
        host.mount("259:0", "/data", "xfs", "/dev/nvme0n1");

        assertThat(obstacles(drive)).containsExactly("0000:02:00.0 carries disk nvme0n1, used by /data");
        assertThat(obstacles(second)).containsExactly("0000:03:00.0 carries disk nvme0n1, used by /data");
    }

    @Test
    void aBtrfsKeepsAllItsDisks() {
        drive.disk("nvme0n1", "259:0").disk("nvme1n1", "259:1");
        String devices = "sys/fs/btrfs/0ab1/devices/";
        host.root().directory(devices + "nvme0n1").directory(devices + "nvme1n1");
        host.mount("0:30", "/data", "btrfs", "/dev/nvme0n1");

        assertThat(obstacles(drive))
                .containsExactly(
                        "0000:02:00.0 carries disk nvme0n1, used by /data",
                        "0000:02:00.0 carries disk nvme1n1, used by /data");
    }

    @Test
    void aZfsDoesNotTellItsDisksSoAllMayBeInUse() {
        drive.disk("nvme0n1", "259:0");
        host.mount("0:30", "/tank", "zfs", "tank");

        assertThat(obstacles(drive))
                .containsExactly(
                        "0000:02:00.0 may be in use: nothing tells which disks are behind /tank, a zfs of tank");
    }

    @Test
    void aFileSystemThatAFunctionBringsKeepsIt() {
        TestingFunction share = host.function("0000:00:08.0")
                .type(0x000200)
                .driver("virtio-pci")
                .group(6);
        host.root()
                .directory("sys/bus/virtio/drivers/9pnet_virtio/module")
                .link("sys/bus/virtio/drivers/9pnet_virtio/virtio1", "../../../../../" + share.path() + "/virtio1");
        host.mount("0:31", "/share", "9p", "hostroot");

        assertThat(obstacles(share)).containsExactly("0000:00:08.0 carries disk virtio1, used by /share");
        host.root().remove("sys/bus/virtio");
        assertThat(obstacles(share))
                .containsExactly(
                        "0000:00:08.0 may be in use: nothing tells which disks are behind /share, a 9p of hostroot");
    }

    @Test
    void mountsThatNeedNoDiskAreNotInTheWay() {
        drive.disk("nvme0n1", "259:0");
        host.mount("0:5", "/dev", "devtmpfs", "udev").mount("0:40", "/net", "nfs4", "server:/export");

        assertThat(obstacles(drive)).isEmpty();
    }

    @Test
    void withoutMountsEveryDriveMayBeInUse() {
        host.root().remove("proc/1");

        assertThat(obstacles(drive))
                .containsExactly("0000:02:00.0 may be in use: the host's mounts are not known; root sees them");
    }

    @Test
    void withoutDisksInTheTreeEveryDriveMayBeInUseButNotOneThatTheHostHasLetGo() {
        host.root().remove("sys/class/block");

        assertThat(obstacles(drive)).containsExactly("0000:02:00.0 may be in use: the host's disks are not known");
        drive.driver("vfio-pci");
        assertThat(obstacles(drive)).isEmpty();
    }

    @Test
    void mountsOfAContainerSayNothingAboutTheHost() {
        drive.disk("nvme0n1", "259:0");
        host.root().link("proc/1/ns/pid", "pid:[4026532201]");

        assertThat(obstacles(drive)).singleElement().asString().contains("proc is that of a container");
        host.root().link("proc/1/ns/pid", "pid:[4026531836]");
        assertThat(obstacles(drive)).isEmpty();
    }

    @Test
    void aStickInAUsbPortKeepsThePort() {
        TestingFunction port =
                host.function("0000:00:14.0").type(0x0c0330).driver("xhci_hcd").group(8);
        port.disk("sdb", "8:16");
        host.mount("8:16", "/mnt", "vfat", "/dev/sdb");

        assertThat(obstacles(port)).containsExactly("0000:00:14.0 carries disk sdb, used by /mnt");
    }

    @Test
    void parentsOfMediatedAndVdpaDevicesStay() {
        TestingFunction gpu = host.function("0000:05:00.0").group(5);
        String types = gpu.path() + "/mdev_supported_types/nvidia-558";
        host.root()
                .link("sys/class/mdev_bus/0000:05:00.0", "../../../" + gpu.path())
                .file(types + "/name", "NVIDIA A40-4Q")
                .file(types + "/available_instances", "11")
                .file(types + "/device_api", "vfio-pci")
                .link(types + "/devices/83b8f4f2-509f-382f-3c1e-e6bfe0fa1001", "../../../83b8f4f2")
                .link("sys/bus/vdpa/devices/vdpa0", "../../../../" + nic.path() + "/vdpa0")
                .directory(nic.path() + "/vdpa0/vhost-vdpa-0");
        nic.networkInterface("eth0");

        assertThat(obstacles(gpu)).containsExactly("0000:05:00.0 has 1 mediated devices; remove them first");
        assertThat(obstacles(nic)).containsExactly("0000:01:00.0 has vDPA devices vdpa0; remove them first");
        MdevParent parent = PciInventory.scan(host.root()).mdevParents().getFirst();
        assertThat(parent.function()).contains(gpu.address());
        assertThat(parent.types()).singleElement().satisfies(type -> {
            assertThat(type.name()).isEqualTo("NVIDIA A40-4Q");
            assertThat(type.available()).isEqualTo(11);
        });
    }

    private List<String> obstacles(TestingFunction function) {
        PciInventory inventory = PciInventory.scan(host.root());
        assertThat(inventory.warnings()).isEmpty();
        return Offers.texts(inventory.unit(function.address()).orElseThrow().offer());
    }
}
