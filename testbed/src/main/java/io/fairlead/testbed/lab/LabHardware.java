package io.fairlead.testbed.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the lab machine is made of, as arguments for QEMU.
 *
 * <p>Addresses are fixed, so that tests can name them: {@code 01:00.0} a card with SR-IOV, {@code 02:00.0} and
 * {@code .1} the two functions of one card, {@code 03:00.0} a disk with SR-IOV, {@code 05:01.0} and {@code 05:02.0} two
 * devices that share a group because a bridge of the old kind is above them.
 */
final class LabHardware {
    // With memory above 4 GiB the firmware puts the registers of virtual functions where they do not answer.
    private static final int MEBIBYTES = 2560;

    private final List<String> arguments = new ArrayList<>();
    private int rootPorts;
    private int onBoard = 7;

    private LabHardware() {}

    static List<String> arguments(LabImage image, LabFolder folder, LabOptions options) {
        LabHardware hardware = new LabHardware();
        hardware.board(image, folder);
        hardware.cards();
        hardware.console(folder);
        hardware.share("root", image.root(), true);
        hardware.share("lab", folder.share(), false);
        List<Path> shares = folder.shares(options);
        for (int i = 0; i < shares.size(); i++) {
            hardware.share(LabFolder.tag(i), shares.get(i), true);
        }
        if (options.cable() != null) {
            hardware.add("-netdev", "tap,id=uplink,ifname=" + options.cable() + ",script=no,downscript=no");
            hardware.device("virtio-net-pci,netdev=uplink,mac=" + LabOptions.UPLINK_MAC);
        }
        return hardware.arguments;
    }

    private void board(LabImage image, LabFolder folder) {
        add("-machine", "q35,kernel-irqchip=split", "-accel", "tcg,thread=multi,tb-size=512");
        add("-cpu", "max", "-smp", "2", "-m", Integer.toString(MEBIBYTES));
        add("-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-serial", "file:" + folder.console());
        add("-device", "intel-iommu,intremap=on,caching-mode=on");
        add("-kernel", image.kernel().toString(), "-initrd", image.initramfs().toString());
        // An emulated timer on a busy machine is late, and the kernel's check of it would then end the start. Some of
        // its interrupts get lost; one that ticks on by itself is missed less.
        String timers = "no_timer_check nohz=off highres=off";
        String kernel = "console=ttyS0 quiet panic=-1 intel_iommu=on iommu=nopt mitigations=off " + timers;
        add("-append", kernel + " lab.folder=" + folder.share());
    }

    private void cards() {
        String sriov = rootPort();
        device("igb,bus=" + sriov + network("card"), "52:54:00:00:01:01");
        String twoFunctions = rootPort();
        device("e1000e,bus=" + twoFunctions + ",addr=0.0,multifunction=on" + network("left"), "52:54:00:00:02:01");
        device("e1000e,bus=" + twoFunctions + ",addr=0.1" + network("right"), "52:54:00:00:02:02");
        String disk = rootPort();
        add("-device", "nvme-subsys,id=disks");
        add(
                "-device",
                "nvme,serial=lab,subsys=disks,sriov_max_vfs=4,sriov_vq_flexible=8,sriov_vi_flexible=4,"
                        + "max_ioqpairs=10,msix_qsize=6,bus=" + disk);
        add("-device", "pcie-pci-bridge,id=old,bus=" + rootPort());
        add("-device", "edu,bus=old,addr=1.0", "-device", "pci-testdev,bus=old,addr=2.0");
    }

    private void console(LabFolder folder) {
        device("virtio-serial-pci");
        add("-chardev", "socket,id=agent,server=on,wait=off,path=" + folder.agent());
        add("-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0");
    }

    private void share(String tag, Path folder, boolean readOnly) {
        add(
                "-fsdev",
                "local,security_model=none,multidevs=remap,id=" + tag + ",path=" + folder
                        + (readOnly ? ",readonly=on" : ""));
        device("virtio-9p-pci,fsdev=" + tag + ",mount_tag=" + tag);
    }

    /** A network that leads nowhere but answers. */
    private String network(String name) {
        add("-netdev", "user,restrict=on,id=" + name);
        return ",netdev=" + name;
    }

    /**
     * A slot of an older speed: of a faster one Linux wants to hear after a reset of its bus that the link is up, and these
     * never say so.
     */
    private String rootPort() {
        rootPorts++;
        add(
                "-device",
                "pcie-root-port,x-speed=5,id=port" + rootPorts + ",chassis=" + rootPorts + ",addr=" + (2 + rootPorts)
                        + ".0");
        return "port" + rootPorts;
    }

    private void device(String description, String mac) {
        add("-device", description + ",mac=" + mac);
    }

    /** A device on the board itself, in the next free place. */
    private void device(String description) {
        add("-device", description + ",bus=pcie.0,addr=0x" + Integer.toHexString(onBoard++) + ".0");
    }

    private void add(String... more) {
        Stream.of(more).forEach(arguments::add);
    }
}
