package io.fairlead.machine;

/** Where things lie inside the launcher's pod; the pod mounts them there and the domain refers to them. */
public final class Paths {
    public static final String PRIVATE = "/var/run/kubevirt-private";
    public static final String SHARED = "/var/run/kubevirt";
    public static final String LIBVIRT = "/var/run/libvirt";
    public static final String EPHEMERAL_DISKS = "/var/run/kubevirt-ephemeral-disks";
    public static final String HOOKS = "/var/run/kubevirt-hooks";
    public static final String POD_INFO = "/etc/podinfo";
    public static final String NETWORK_INFO = "network-info";

    private Paths() {}

    /** The folder with the image of a volume that has a file system. */
    public static String volume(String name) {
        return PRIVATE + "/vmi-disks/" + name;
    }

    /** The device of a volume that is one. */
    public static String blockDevice(String name) {
        return "/dev/" + name;
    }

    public static String containerDisk(String volume) {
        return SHARED + "/container-disks/" + volume;
    }

    public static String kernelBoot() {
        return SHARED + "/kernel-boot";
    }

    public static String cloudInitSecret(String volume) {
        return PRIVATE + "/secret/" + volume;
    }

    /** The ISO image that the launcher makes for cloud-init. */
    public static String cloudInitImage(String namespace, String name, boolean configDrive) {
        return EPHEMERAL_DISKS + "/cloud-init-data/" + namespace + "/" + name
                + (configDrive ? "/configdrive.iso" : "/noCloud.iso");
    }

    public static String emptyDisk(String volume) {
        return EPHEMERAL_DISKS + "/empty-disks/" + volume + ".qcow2";
    }

    /** Where writes to a disk go whose image is shared or read-only. */
    public static String overlay(String volume) {
        return EPHEMERAL_DISKS + "/disk-data/" + volume + "/disk.qcow2";
    }

    public static String nvram(String domain) {
        return PRIVATE + "/libvirt/qemu/nvram/" + domain + "_VARS.fd";
    }
}
