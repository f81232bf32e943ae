package io.fairlead.machine;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A processor architecture: Kubernetes' name for it, libvirt's, and the machines that we know how to build on it. */
public enum Architecture {
    AMD64("amd64", "x86_64", "q35", "q35 pc-q35"),
    ARM64("arm64", "aarch64", "virt", "virt"),
    S390X("s390x", "s390x", "s390-ccw-virtio", "s390-ccw-virtio");

    private final String wireName;
    private final String libvirtName;
    private final String defaultMachine;
    /** What the names of its machine types begin with, separated by spaces. */
    private final String machines;

    Architecture(String wireName, String libvirtName, String defaultMachine, String machines) {
        this.wireName = wireName;
        this.libvirtName = libvirtName;
        this.defaultMachine = defaultMachine;
        this.machines = machines;
    }

    /** Of a spec that may name none; null if it names one that we do not know. */
    public static @Nullable Architecture of(@Nullable String wireName) {
        if (wireName == null || wireName.isEmpty()) {
            return AMD64;
        }
        for (Architecture architecture : values()) {
            if (architecture.wireName.equals(wireName)) {
                return architecture;
            }
        }
        return null;
    }

    public static String wireNames() {
        return Arrays.stream(values())
                .map(architecture -> architecture.wireName)
                .collect(Collectors.joining(" ", "[", "]"));
    }

    public String wireName() {
        return wireName;
    }

    public String libvirtName() {
        return libvirtName;
    }

    public String defaultMachine() {
        return defaultMachine;
    }

    public boolean emulates(String machineType) {
        return Arrays.stream(machines.split(" ")).anyMatch(machineType::startsWith);
    }

    public String machineTypes() {
        return "[" + machines.replace(" ", "* ") + "*]";
    }

    /** Whether its devices sit on a PCI Express root complex. */
    public boolean hasPciExpress() {
        return this != S390X;
    }
}
