package io.fairlead.host;

import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which devices the host has mounted or swaps on, and what of that cannot be told. */
final class MountedBlocks {
    private static final String BTRFS = "sys/fs/btrfs";
    /** The kernel gives the first PID namespace this number on every machine. */
    private static final String FIRST_PID_NAMESPACE = "pid:[4026531836]";

    private final TreeReader tree;
    private final BlockDevices blocks;
    private final Map<String, NavigableSet<String>> uses = new TreeMap<>();
    private final Map<PciAddress, List<Disk>> shares = new TreeMap<>();
    private @Nullable String unknown;

    private MountedBlocks(TreeReader tree, BlockDevices blocks) {
        this.tree = tree;
        this.blocks = blocks;
    }

    static MountedBlocks read(TreeReader tree, BlockDevices blocks) {
        MountedBlocks mounted = new MountedBlocks(tree, blocks);
        mounted.readMounts();
        mounted.readSwaps();
        return mounted;
    }

    /** Mount points and {@code swap}, by the name of the block device. */
    Map<String, NavigableSet<String>> uses() {
        return uses;
    }

    /** File systems that the machine's own host shares with it, by the function that brings them. */
    Map<PciAddress, List<Disk>> shares() {
        return shares;
    }

    /** Why there may be more. */
    Optional<String> unknown() {
        return Optional.ofNullable(unknown);
    }

    private void readMounts() {
        Optional<List<String>> mounts = tree.table("proc/1/mountinfo");
        if (mounts.isEmpty()) {
            unknown = "the host's mounts are not known; root sees them";
            mounts = tree.table("proc/self/mountinfo");
        }
        if (!tree.readableLink("proc/1/ns/pid").orElse(FIRST_PID_NAMESPACE).equals(FIRST_PID_NAMESPACE)) {
            unknown = "proc is that of a container and does not show the host's mounts";
        }
        for (String line : mounts.orElse(List.of())) {
            Mount.parse(line).ifPresentOrElse(this::add, () -> unclear("a line of mountinfo that makes no sense"));
        }
    }

    private void readSwaps() {
        tree.table("proc/swaps").orElse(List.of()).stream().skip(1).forEach(this::addSwap);
    }

    /** A swap file lies on a mounted file system, so only partitions matter. */
    private void addSwap(String line) {
        String[] words = line.split("\\s+");
        if (words.length > 1 && words[1].equals("file")) {
            return;
        }
        blocks.at(Mount.unescaped(words[0]))
                .ifPresentOrElse(block -> use(block, "swap"), () -> unclear("swap on " + TreeReader.quoted(words[0])));
    }

    private void add(Mount mount) {
        if (mount.hasBlockDevice()) {
            blocks.numbered(mount.device())
                    .ifPresentOrElse(block -> use(block, mount.point()), () -> unclear(mount.toString()));
            return;
        }
        switch (mount.type()) {
            case "zfs" -> unclear(mount.toString());
            case "btrfs" -> addBtrfs(mount);
            case "9p" -> addShare(mount, "9pnet_virtio");
            case "virtiofs" -> addShare(mount, "virtiofs");
            default -> {
                if (mount.source().startsWith("/dev/")) {
                    addSources(mount);
                }
            }
        }
    }

    /** Some file systems name all their disks, with colons in between. */
    private void addSources(Mount mount) {
        for (String source : mount.source().split(":")) {
            blocks.at(source).ifPresentOrElse(block -> use(block, mount.point()), () -> unclear(mount.toString()));
        }
    }

    /** A btrfs names one of its disks; the kernel lists the others. */
    private void addBtrfs(Mount mount) {
        addSources(mount);
        Optional<String> named = blocks.at(mount.source()).map(BlockDevice::name);
        List<String> siblings = tree.names(BTRFS).stream()
                .map(uuid -> tree.names(BTRFS + "/" + uuid + "/devices"))
                .filter(devices -> named.filter(devices::contains).isPresent())
                .findFirst()
                .orElse(List.of());
        if (siblings.isEmpty()) {
            unclear(mount.toString());
        }
        siblings.forEach(
                name -> uses.computeIfAbsent(name, _ -> new TreeSet<>()).add(mount.point()));
    }

    /** A mount does not tell which of the driver's devices it uses, so it uses them all. */
    private void addShare(Mount mount, String driver) {
        String devices = "sys/bus/virtio/drivers/" + driver;
        List<String> names = tree.names(devices).stream()
                .filter(name -> name.startsWith("virtio"))
                .toList();
        if (names.isEmpty()) {
            unclear(mount.toString());
        }
        for (String name : names) {
            tree.follow(devices + "/" + name)
                    .flatMap(DevicePath::function)
                    .ifPresentOrElse(
                            function -> shares.merge(
                                    function, List.of(new Disk(name, List.of(mount.point()))), Lists::joined),
                            () -> unclear(mount.toString()));
        }
    }

    private void use(BlockDevice block, String by) {
        uses.computeIfAbsent(block.name(), _ -> new TreeSet<>()).add(by);
    }

    private void unclear(String what) {
        unknown = "nothing tells which disks are behind " + what;
    }
}
