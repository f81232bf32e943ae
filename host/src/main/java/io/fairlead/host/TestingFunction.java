package io.fairlead.host;

import io.fairlead.host.tree.MemoryTree;

/** A function of a {@link TestingHost}. */
public final class TestingFunction {
    private final MemoryTree tree;
    private final PciAddress address;
    private final String path;

    TestingFunction(MemoryTree tree, PciAddress address, String path) {
        this.tree = tree;
        this.address = address;
        this.path = path;
        tree.link(FunctionReader.DEVICES + "/" + address, "../../../../" + path);
        id(new PciId(0x1af4, 0x1000));
        type(0xff0000);
        attribute("revision", "0x00");
        attribute("numa_node", "-1");
    }

    /** A function behind this one, which is a bridge or carries others. */
    public TestingFunction behind(String other) {
        PciAddress parsed = PciAddress.parse(other);
        return new TestingFunction(tree, parsed, path + "/" + parsed);
    }

    public PciAddress address() {
        return address;
    }

    /** The tree that it is in. */
    public MemoryTree root() {
        return tree;
    }

    /** Its directory. */
    public String path() {
        return path;
    }

    public TestingFunction id(PciId id) {
        return attribute("vendor", "0x" + id.vendorHex()).attribute("device", "0x" + id.deviceHex());
    }

    /** Base class, subclass and programming interface. */
    public TestingFunction type(int code) {
        return attribute("class", "0x%06x".formatted(code));
    }

    public TestingFunction driver(String name) {
        tree.link(path + "/driver", up() + "bus/pci/drivers/" + name);
        return this;
    }

    public TestingFunction group(int number) {
        String group = "kernel/iommu_groups/" + number;
        tree.link(path + "/iommu_group", up() + group)
                .link("sys/" + group + "/devices/" + address, "../../../../" + path);
        return this;
    }

    /** Makes it a virtual function of another. */
    public TestingFunction virtualOf(TestingFunction physical, int index) {
        tree.link(path + "/physfn", "../" + physical.address).link(physical.path + "/virtfn" + index, "../" + address);
        physical.attribute("sriov_totalvfs", "64");
        return this;
    }

    /** A network interface that it carries. */
    public TestingFunction networkInterface(String name) {
        String below = path + "/net/" + name;
        tree.directory(below).link("sys/class/net/" + name, "../../../" + below);
        return this;
    }

    /** Makes its interface a member of a bridge or bond. */
    public TestingFunction member(String networkInterface, String master) {
        tree.link(path + "/net/" + networkInterface + "/master", "../../../../../virtual/net/" + master);
        return this;
    }

    /** A disk that it carries. */
    public TestingFunction disk(String name, String number) {
        return block(path + "/block/" + name, name, number);
    }

    /** A partition of a disk that it carries. */
    public TestingFunction partition(String disk, String name, String number) {
        String below = path + "/block/" + disk + "/" + name;
        tree.file(below + "/partition", "1");
        return block(below, name, number);
    }

    private TestingFunction block(String below, String name, String number) {
        tree.file(below + "/dev", number).link("sys/class/block/" + name, "../../../" + below);
        return this;
    }

    /** Sets any attribute. */
    public TestingFunction attribute(String name, String value) {
        tree.file(path + "/" + name, value);
        return this;
    }

    /** Takes it out of the machine, as a surprise removal does. */
    public void vanish() {
        tree.remove(path).remove(FunctionReader.DEVICES + "/" + address);
    }

    private String up() {
        return "../".repeat(path.split("/").length - 1);
    }
}
