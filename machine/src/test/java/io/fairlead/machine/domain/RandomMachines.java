package io.fairlead.machine.domain;

import io.fairlead.api.kubevirt.VirtualMachineInstance;
import io.fairlead.host.PciInventory;
import io.fairlead.host.TestingHost;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.Manifests;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Machines of every shape that admission lets pass, each with what its pod would have been given. */
public final class RandomMachines {
    private static final String CONFIG = """
            developerConfiguration: {featureGates: [PCINUMAAwareTopology]}
            network: {binding: {macvtap: {domainAttachmentType: tap}, managed: {domainAttachmentType: managedTap}, side: {sidecarImage: i}, vf: {domainAttachmentType: sriov}}}
            """;

    private static final String BLOCK_VOLUME = "raw";

    private final Random random;
    private final ClusterConfig config = Manifests.config(CONFIG);
    private final PciInventory host;

    public RandomMachines(long seed) {
        random = new Random(seed);
        TestingHost cards = TestingHost.empty();
        for (int bus = 1; bus <= 4; bus++) {
            for (int function = 0; function < 2 * bus; function++) {
                cards.function("0000:%02x:00.%d".formatted(bus, function))
                        .group(10 * bus + function)
                        .attribute("numa_node", Integer.toString(bus % 2));
            }
        }
        host = PciInventory.scan(cards.root());
    }

    public Stream<DomainInput> all() {
        return Stream.generate(this::next);
    }

    private DomainInput next() {
        Map<String, String> environment = new HashMap<>();
        Map<String, String> networkDevices = new HashMap<>();
        Map<String, String> metadata = new HashMap<>();
        VirtualMachineInstance instance = Manifests.instance(spec(environment, networkDevices, metadata));
        if (chance(10)) {
            instance.getMetadata().setAnnotations(Map.of("kubevirt.io/placePCIDevicesOnRootComplex", "true"));
        }
        DomainInput input = DomainInput.of(instance, config)
                .withEnvironment(environment)
                .withNetworkDevices(networkDevices)
                .withMetadata(new MetadataFiles(metadata))
                .withHost(host)
                .withBlockVolumes(Set.of(BLOCK_VOLUME))
                .withNumaNodes(List.of(0, 1));
        return chance(50) ? input : input.withLinks(Map.of("eth0", new DomainInput.Link("02:00:00:00:00:01", 1450)));
    }

    private String spec(
            Map<String, String> environment, Map<String, String> networkDevices, Map<String, String> metadata) {
        boolean arm = chance(20);
        StringBuilder spec = new StringBuilder("resourceClaims: [{name: c, resourceClaimTemplateName: t}]\n");
        if (arm) {
            spec.append("architecture: arm64\n");
        }
        spec.append("domain:\n");
        spec.append("  memory: {guest: %dMi%s}\n"
                .formatted(128 + random.nextInt(8192), chance(20) ? ", hugepages: {pageSize: 2Mi}" : ""));
        spec.append("  cpu: {sockets: %d, cores: %d, threads: %d%s%s}\n"
                .formatted(
                        1 + random.nextInt(2),
                        1 + random.nextInt(4),
                        1 + random.nextInt(2),
                        pick(
                                "",
                                ", model: host-passthrough",
                                ", model: EPYC, features: [{name: svm, policy: disable}]"),
                        chance(20) ? ", numa: {guestMappingPassthrough: {}}" : ""));
        String firmware = pick(
                "serial: abc-1 & 2",
                "uuid: 5d307ca9-b3ef-428c-8861-06e72d69f223",
                "bootloader: {efi: {}}",
                "bootloader: {efi: {secureBoot: false}}",
                "bootloader: {bios: {useSerial: true}}");
        spec.append("  firmware: {%s%s}\n"
                .formatted(
                        firmware,
                        chance(20)
                                ? ", kernelBoot: {kernelArgs: 'a=\"<b>\"', container: {image: k, kernelPath: /vmlinuz, initrdPath: /initrd}}"
                                : ""));
        // EFI needs ACPI.
        String withoutAcpi = firmware.contains("efi") ? "" : "acpi: {enabled: false}";
        spec.append("  features: {%s}\n".formatted(pick("", withoutAcpi, "apic: {}", "smm: {}")));
        spec.append("  devices:\n");
        for (String flag : List.of(
                "autoattachGraphicsDevice",
                "autoattachSerialConsole",
                "autoattachMemBalloon",
                "useVirtioTransitional")) {
            if (chance(30)) {
                spec.append("    %s: %s\n".formatted(flag, random.nextBoolean()));
            }
        }
        if (chance(40)) {
            spec.append("    rng: {}\n");
        }
        if (chance(20)) {
            spec.append("    watchdog: {name: w, i6300esb: {action: %s}}\n"
                    .formatted(pick("reset", "poweroff", "shutdown")));
        }
        if (chance(30)) {
            spec.append("    inputs: [{name: i, type: tablet, bus: %s}]\n".formatted(pick("usb", "virtio")));
        }
        disks(spec);
        spec.append("    gpus: [%s]\n".formatted(devices("g", environment, metadata)));
        spec.append("    hostDevices: [%s]\n".formatted(devices("h", environment, metadata)));
        networks(spec, networkDevices);
        return spec.toString();
    }

    private void disks(StringBuilder spec) {
        List<String> disks = new ArrayList<>();
        List<String> volumes = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String name = "d" + i;
            disks.add("{name: %s, %s%s%s}"
                    .formatted(
                            name,
                            pick(
                                    "disk: {}",
                                    "disk: {bus: sata}",
                                    "disk: {bus: scsi, readonly: true}",
                                    "cdrom: {}",
                                    "disk: {bus: usb}"),
                            chance(30) ? ", bootOrder: " + (i + 1) : "",
                            chance(20) ? ", serial: S-" + i + ", cache: writethrough" : ""));
            volumes.add("{name: %s, %s}"
                    .formatted(
                            name,
                            pick(
                                    "containerDisk: {image: x}",
                                    "persistentVolumeClaim: {claimName: p}",
                                    "hostDisk: {path: /data/a.img}",
                                    "emptyDisk: {capacity: 1Gi}",
                                    "cloudInitNoCloud: {userData: x}",
                                    "dataVolume: {name: v}")));
        }
        if (chance(10)) {
            disks.add("{name: %s, lun: {}}".formatted(BLOCK_VOLUME));
            volumes.add("{name: %s, persistentVolumeClaim: {claimName: p}}".formatted(BLOCK_VOLUME));
        }
        spec.append("    disks: [%s]\n".formatted(String.join(", ", disks)));
        spec.insert(0, "volumes: [%s]\n".formatted(String.join(", ", volumes)));
    }

    /** Some devices of one list, none given twice. */
    private String devices(String prefix, Map<String, String> environment, Map<String, String> metadata) {
        List<String> asked = new ArrayList<>();
        boolean claimed = chance(30);
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String name = prefix + i;
            String address = "0000:%02x:%02x.%d".formatted(0x80 + (prefix.equals("g") ? 0 : 1), i, random.nextInt(8));
            if (claimed) {
                asked.add("{name: %s, claimName: c, requestName: %s}".formatted(name, name));
                boolean mediated = chance(30);
                metadata.put("resourceclaimtemplates/c/" + name + "/d-metadata.json", """
                        {"apiVersion": "metadata.resource.k8s.io/v1alpha1", "requests": [{"name": "%s", "devices": [{"driver": "d",
                          "attributes": {"%s": {"string": "%s"}}}]}]}
                        """.formatted(
                        name, mediated ? "mdevUUID" : "resource.kubernetes.io/pciBusID", mediated ? uuid() : address));
                continue;
            }
            asked.add("{name: %s, deviceName: v.com/%s}".formatted(name, name));
            String variable = "_RESOURCE_V_COM_" + name.toUpperCase(Locale.ROOT);
            int card = prefix.equals("g") ? 1 + i : i == 0 ? 4 : 0;
            switch (random.nextInt(3)) {
                case 0 -> environment.put("MDEV_PCI" + variable, uuid());
                case 1 ->
                    environment.put(
                            (card > 0 ? "MULTIFUNCTION_PCI" : "PCI") + variable,
                            card > 0 ? "0000:%02x:00.0".formatted(card) : address);
                default -> environment.put("PCI" + variable, address);
            }
        }
        return String.join(", ", asked);
    }

    private void networks(StringBuilder spec, Map<String, String> networkDevices) {
        List<String> interfaces = new ArrayList<>();
        List<String> networks = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String name = "n" + i;
            String binding = i == 0
                    ? pick("masquerade: {}", "bridge: {}", "binding: {name: side}")
                    : pick(
                            "bridge: {}",
                            "sriov: {}",
                            "binding: {name: macvtap}",
                            "binding: {name: managed}",
                            "binding: {name: vf}");
            interfaces.add("{name: %s, %s%s%s%s}"
                    .formatted(
                            name,
                            binding,
                            chance(30) ? ", macAddress: '12:34:56:78:9a:%02x'".formatted(i) : "",
                            chance(20) ? ", bootOrder: " + (10 + i) : "",
                            chance(10) ? ", model: e1000e" : ""));
            networks.add(i == 0 ? "{name: n0, pod: {}}" : "{name: %s, multus: {networkName: x}}".formatted(name));
            networkDevices.put(name, "0000:90:%02x.0".formatted(i));
        }
        spec.append("    interfaces: [%s]\n".formatted(String.join(", ", interfaces)));
        spec.append("networks: [%s]\n".formatted(String.join(", ", networks)));
    }

    private String uuid() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
