package io.fairlead.machine.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Status;
import io.fairlead.machine.ClusterConfig;
import io.fairlead.machine.Manifests;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AdmissionTest {
    private static final String LABEL_RULE =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with"
                    + " an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    private static final String SUBDOMAIN_RULE =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and"
                    + " end with an alphanumeric character (e.g. 'example.com', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String UNKNOWN_CLAIMS =
            "FieldValueInvalid spec.resourceClaims: vmi.spec.resourceClaims must specify"
                    + " all claims used in vmi.spec.domain.devices.gpus and vmi.spec.domain.devices.hostDevices";

    /** A spec, a configuration and all that is wrong with the spec: type, field and message, in order. */
    record Case(String name, String spec, String config, List<String> causes) {
        static Case of(String name, String spec, String... causes) {
            return new Case(name, spec, "{}", List.of(causes));
        }

        Case with(String configuration) {
            return new Case(name, spec, configuration, causes);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> claims() {
        return Stream.of(
                Case.of("two good claims", """
                        domain: {}
                        resourceClaims: [{name: a, resourceClaimName: a.b}, {name: b, resourceClaimTemplateName: t}]
                        """),
                Case.of(
                        "1: no name",
                        "{domain: {}, resourceClaims: [{resourceClaimName: a}]}",
                        "FieldValueRequired spec.resourceClaims[0].name: spec.resourceClaims[0].name is a required field"),
                Case.of(
                        "2: the same name twice",
                        "{domain: {}, resourceClaims: [{name: x, resourceClaimName: a}, {name: x, resourceClaimName: b}]}",
                        "FieldValueDuplicate spec.resourceClaims[1].name: duplicate resourceClaims name \"x\""),
                Case.of(
                        "3: no DNS label",
                        "{domain: {}, resourceClaims: [{name: A_b, resourceClaimName: a}, {name: a.b, resourceClaimName: b}]}",
                        "FieldValueInvalid spec.resourceClaims[0].name: spec.resourceClaims[0].name does not conform to the"
                                + " kubernetes DNS_LABEL rules: " + LABEL_RULE,
                        "FieldValueInvalid spec.resourceClaims[1].name: spec.resourceClaims[1].name does not conform to the"
                                + " kubernetes DNS_LABEL rules: must not contain dots"),
                Case.of(
                        "3: a name too long",
                        "{domain: {}, resourceClaims: [{name: " + "a".repeat(64) + ", resourceClaimName: a}]}",
                        "FieldValueInvalid spec.resourceClaims[0].name: spec.resourceClaims[0].name does not conform to the"
                                + " kubernetes DNS_LABEL rules: must be no more than 63 characters"),
                Case.of(
                        "4: both sources",
                        "{domain: {}, resourceClaims: [{name: x, resourceClaimName: a, resourceClaimTemplateName: b}]}",
                        "FieldValueInvalid spec.resourceClaims[0]: at most one of resourceClaimName or"
                                + " resourceClaimTemplateName may be specified"),
                Case.of(
                        "5: no source",
                        "{domain: {}, resourceClaims: [{name: x}]}",
                        "FieldValueInvalid spec.resourceClaims[0]: must specify one of: resourceClaimName,"
                                + " resourceClaimTemplateName"),
                Case.of(
                        "6: a source that no object can be called",
                        "{domain: {}, resourceClaims: [{name: x, resourceClaimName: a_b}, {name: y, resourceClaimTemplateName: -}]}",
                        "FieldValueInvalid spec.resourceClaims[0].resourceClaimName: " + SUBDOMAIN_RULE,
                        "FieldValueInvalid spec.resourceClaims[1].resourceClaimTemplateName: " + SUBDOMAIN_RULE));
    }

    static Stream<Case> devices() {
        String claim = "resourceClaims: [{name: c, resourceClaimName: c}]\n";
        return Stream.of(
                Case.of("claimed and named host devices mix", claim + """
                        domain: {devices: {hostDevices: [{name: a, deviceName: v/m}, {name: b, claimName: c, requestName: r}]}}
                        """),
                Case.of(
                        "7: claimed and named GPUs do not mix",
                        claim + """
                        domain: {devices: {gpus: [{name: a, deviceName: v/m}, {name: b, claimName: x, requestName: ""}]}}
                        """,
                        "FieldValueInvalid spec.domain.devices.gpus: vmi.spec.domain.devices.gpus contains both DRA and non-DRA"
                                + " GPUs; each GPU must be either DRA or non-DRA"),
                Case.of(
                        "8: neither name nor claim",
                        "domain: {devices: {gpus: [{name: a}], hostDevices: [{name: b}]}}",
                        "FieldValueRequired spec.domain.devices.gpus: vmi.spec.domain.devices.gpus contains GPUs without"
                                + " deviceName or claimRequest; each GPU must specify either a deviceName or a claimRequest",
                        "FieldValueRequired spec.domain.devices.hostDevices: vmi.spec.domain.devices.hostDevices contains"
                                + " HostDevices without deviceName or claimRequest; each HostDevice must specify either a"
                                + " deviceName or a claimRequest"),
                Case.of(
                        "9: both name and claim",
                        claim + """
                        domain: {devices: {gpus: [{name: a, deviceName: v/m, claimName: c, requestName: r}]}}
                        """,
                        "FieldValueInvalid spec.domain.devices.gpus: vmi.spec.domain.devices.gpus contains GPUs with both"
                                + " deviceName and claimRequest"),
                Case.of(
                                "10: gates off",
                                """
                        domain: {devices: {gpus: [{name: a, claimName: c}], hostDevices: [{name: b, claimName: d}]}}
                        """,
                                "FieldValueInvalid spec.domain.devices.gpus: vmi.spec.domain.devices.gpus contains DRA enabled"
                                        + " GPUs but feature gate is not enabled",
                                "FieldValueInvalid spec.domain.devices.hostDevices: vmi.spec.domain.devices.hostDevices"
                                        + " contains DRA enabled HostDevices but feature gate is not enabled")
                        .with("developerConfiguration: {disabledFeatureGates: [GPUsWithDRA, HostDevicesWithDRA]}"),
                Case.of(
                        "11: half a pair",
                        claim + """
                        domain: {devices: {gpus: [{name: a, claimName: c}], hostDevices: [{name: b, requestName: r}]}}
                        """,
                        "FieldValueRequired spec.domain.devices.gpus[0].requestName: requestName is required for DRA GPU",
                        "FieldValueRequired spec.domain.devices.hostDevices[0].claimName: claimName is required for DRA"
                                + " HostDevice"),
                Case.of(
                        "12: a pair twice in one list",
                        claim + """
                        domain: {devices: {gpus: [{name: a, claimName: c, requestName: r}, {name: b, claimName: c, requestName: r}]}}
                        """,
                        "FieldValueDuplicate spec.domain.devices.gpus[1]: duplicate claimName/requestName pair \"c/r\""),
                Case.of(
                        "13: a pair in three lists, each against the first",
                        claim + """
                        domain:
                          devices:
                            gpus: [{name: a, claimName: c, requestName: r}]
                            hostDevices: [{name: b, deviceName: v/m}, {name: d, claimName: c, requestName: r}]
                            interfaces: [{name: n, sriov: {}}]
                        networks: [{name: n, resourceClaim: {claimName: c, requestName: r}}]
                        """,
                        "FieldValueDuplicate spec.domain.devices.hostDevices[1]: duplicate claimName/requestName pair \"c/r\""
                                + " between GPUs[0] and HostDevices[1]",
                        "FieldValueDuplicate spec.networks[0]: duplicate claimName/requestName pair \"c/r\" between GPUs[0] and"
                                + " Networks[0]"),
                Case.of(
                        "14: an unknown claim",
                        claim + "domain: {devices: {hostDevices: [{name: a, claimName: d, requestName: r}]}}",
                        UNKNOWN_CLAIMS),
                Case.of(
                                "host devices switched off",
                                "domain: {devices: {hostDevices: [{name: a, deviceName: v/m}]}}",
                                "FieldValueInvalid spec.HostDevices: Host Devices feature gate is not enabled in"
                                        + " kubevirt-config")
                        .with("developerConfiguration: {disabledFeatureGates: [HostDevices]}"),
                Case.of(
                        "two ramfb displays",
                        """
                        domain:
                          devices:
                            gpus:
                            - {name: a, deviceName: v/m, virtualGPUOptions: {display: {enabled: true}}}
                            - {name: b, deviceName: v/m, virtualGPUOptions: {display: {ramFB: {}}}}
                            - {name: d, deviceName: v/m, virtualGPUOptions: {display: {ramFB: {enabled: false}}}}
                        """,
                        "FieldValueInvalid spec.GPUs: configuring multiple displays with ramfb is not valid "),
                Case.of(
                        "names missing or used twice",
                        "domain: {devices: {gpus: [{name: a, deviceName: v/m}, {name: a, deviceName: v/m}, {deviceName: v/m}]}}",
                        "FieldValueDuplicate spec.domain.devices.gpus[1].name: device name \"a\" is used twice",
                        "FieldValueRequired spec.domain.devices.gpus[2].name: spec.domain.devices.gpus[2].name is a required"
                                + " field"),
                Case.of(
                                "names that are not permitted",
                                """
                        domain:
                          devices:
                            gpus: [{name: a, deviceName: v/mdev}, {name: b, deviceName: v/x}]
                            hostDevices: [{name: a, deviceName: v/pci}, {name: b, deviceName: v/y}]
                        """,
                                "FieldValueInvalid spec.domain.devices.gpus[1].deviceName: GPU v/x is not permitted in"
                                        + " permittedHostDevices configuration",
                                "FieldValueInvalid spec.domain.devices.hostDevices[1].deviceName: HostDevice v/y is not"
                                        + " permitted in permittedHostDevices configuration")
                        .with(
                                "permittedHostDevices: {pciHostDevices: [{resourceName: v/pci}], mediatedDevices: [{resourceName: v/mdev}]}"),
                Case.of(
                        "a claimed function twice, and beside a resource name",
                        """
                        domain: {devices: {hostDevices: [{name: a, pciDeviceClaim: x}, {name: b, pciDeviceClaim: x, deviceName: v/m}]}}
                        """,
                        "FieldValueInvalid spec.domain.devices.hostDevices[1].pciDeviceClaim: deviceName and pciDeviceClaim"
                                + " exclude each other",
                        "FieldValueDuplicate spec.domain.devices.hostDevices[1].pciDeviceClaim: PCIDeviceClaim \"x\" is asked"
                                + " for twice"),
                Case.of(
                                "a card and one of its functions",
                                "domain: {devices: {hostDevices: [{name: a, deviceName: v/card}, {name: b, deviceName: v/port}]}}",
                                "FieldValueInvalid spec.domain.devices.hostDevices[1].deviceName: v/port is a function of the"
                                        + " cards that v/card stands for; ask for one of the two")
                        .with("""
                                permittedHostDevices:
                                  pciHostDevices:
                                  - {pciVendorSelector: '15B3:1015', resourceName: v/card, groupFunctions: true}
                                  - {pciVendorSelector: '15b3:1015', resourceName: v/port}
                                """));
    }

    static Stream<Case> networks() {
        String claim = "resourceClaims: [{name: c, resourceClaimName: c}]\n";
        return Stream.of(
                Case.of("a pod network", """
                        domain: {devices: {interfaces: [{name: n, masquerade: {}}]}}
                        networks: [{name: n, pod: {}}]
                        """),
                Case.of("claimed networks under SR-IOV and a plugin", claim + """
                        domain: {devices: {interfaces: [{name: n, sriov: {}}, {name: m, binding: {name: p}}]}}
                        networks: [{name: n, resourceClaim: {claimName: c, requestName: a}}, {name: m, resourceClaim: {claimName: c, requestName: b}}]
                        """)
                        .with("network: {binding: {p: {sidecarImage: i}}}"),
                Case.of(
                                "claimed networks switched off, by the old name of the gate too",
                                """
                        domain: {devices: {interfaces: [{name: n, bridge: {}}]}}
                        networks: [{name: n, resourceClaim: {}}]
                        """,
                                "FieldValueInvalid spec.networks: vmi.spec.networks contains DRA networks but"
                                        + " NetworkDevicesWithDRA feature gate is not enabled")
                        .with("developerConfiguration: {disabledFeatureGates: [DRANetworkDevices]}"),
                Case.of(
                        "Multus beside a claim",
                        """
                        domain: {devices: {interfaces: [{name: n, sriov: {}}, {name: m, sriov: {}}]}}
                        networks: [{name: n, resourceClaim: {}}, {name: m, multus: {networkName: x}}]
                        """,
                        "FieldValueInvalid spec.networks: mixing Multus and DRA resourceClaim networks in the same VMI is not"
                                + " supported"),
                Case.of(
                        "a claimed network on a bridge, without names",
                        """
                        domain: {devices: {interfaces: [{name: n, bridge: {}}]}}
                        networks: [{name: n, resourceClaim: {}}]
                        """,
                        "FieldValueInvalid spec.domain.devices.interfaces: DRA network \"n\" requires an SR-IOV or binding"
                                + " plugin interface",
                        "FieldValueRequired spec.networks[0].resourceClaim.claimName: claimName is required for DRA network",
                        "FieldValueRequired spec.networks[0].resourceClaim.requestName: requestName is required for DRA network"),
                Case.of(
                        "an unknown claim, and a pair twice",
                        """
                        domain: {devices: {interfaces: [{name: n, sriov: {}}, {name: m, sriov: {}}]}}
                        networks: [{name: n, resourceClaim: {claimName: d, requestName: r}}, {name: m, resourceClaim: {claimName: d, requestName: r}}]
                        """,
                        "FieldValueNotFound spec.networks[0].resourceClaim.claimName: network references resourceClaim \"d\" which"
                                + " is not defined in spec.resourceClaims",
                        "FieldValueNotFound spec.networks[1].resourceClaim.claimName: network references resourceClaim \"d\" which"
                                + " is not defined in spec.resourceClaims",
                        "FieldValueDuplicate spec.networks[1]: duplicate claimName/requestName combination \"d/r\""),
                Case.of(
                        "no source, two sources",
                        """
                        domain: {devices: {interfaces: [{name: n, bridge: {}}, {name: m, bridge: {}}]}}
                        networks: [{name: n}, {name: m, pod: {}, multus: {networkName: x}}]
                        """,
                        "FieldValueRequired spec.networks[0]: should have a network type",
                        "FieldValueRequired spec.networks[1]: should have only one network type"),
                Case.of(
                        "no binding, two bindings",
                        """
                        domain: {devices: {interfaces: [{name: n}, {name: m, bridge: {}, sriov: {}}]}}
                        networks: [{name: n, pod: {}}, {name: m, multus: {networkName: x}}]
                        """,
                        "FieldValueInvalid spec.domain.devices.interfaces[0]: logical n interface must have exactly one binding"
                                + " method or binding plugin",
                        "FieldValueInvalid spec.domain.devices.interfaces[1]: logical m interface must have exactly one binding"
                                + " method or binding plugin"),
                Case.of(
                        "a binding of old",
                        "{domain: {devices: {interfaces: [{name: n, slirp: {}}]}}, networks: [{name: n, pod: {}}]}",
                        "FieldValueInvalid spec.domain.devices.interfaces[0].slirp: Slirp interface support has been"
                                + " discontinued since v1.3"),
                Case.of(
                        "masquerade elsewhere than on the pod network, with its bridge's MAC",
                        """
                        domain: {devices: {interfaces: [{name: n, masquerade: {}, macAddress: '02:00:00:00:00:00'}]}}
                        networks: [{name: n, multus: {networkName: x}}]
                        """,
                        "FieldValueInvalid spec.domain.devices.interfaces[0].name: Masquerade interface only implemented with"
                                + " pod network",
                        "FieldValueInvalid spec.domain.devices.interfaces[0].macAddress: The requested MAC address is reserved"
                                + " for the in-pod bridge. Please choose another one."),
                Case.of(
                        "an unknown plugin",
                        "{domain: {devices: {interfaces: [{name: n, binding: {name: p}}]}}, networks: [{name: n, pod: {}}]}",
                        "FieldValueNotFound spec.domain.devices.interfaces[0].binding.name: couldn't find configuration for"
                                + " network binding: p"),
                Case.of(
                                "plugins switched off",
                                "{domain: {devices: {interfaces: [{name: n, binding: {name: p}}]}}, networks: [{name: n, pod: {}}]}",
                                "FieldValueInvalid spec.domain.devices.interfaces[0].name: Binding plugins feature gate is not"
                                        + " enabled")
                        .with(
                                "{developerConfiguration: {disabledFeatureGates: [NetworkBindingPlugins]}, network: {binding: {p: {}}}}"),
                Case.of(
                        "interfaces without networks and networks without interfaces",
                        "{domain: {devices: {interfaces: [{name: n, bridge: {}}]}}, networks: [{name: m, pod: {}}]}",
                        "FieldValueRequired spec.networks[0].name: spec.networks[0].name 'm' not found.",
                        "FieldValueInvalid spec.domain.devices.interfaces[0].name: spec.domain.devices.interfaces[0].name 'n' not"
                                + " found."),
                Case.of(
                        "names twice",
                        """
                        domain: {devices: {interfaces: [{name: n, bridge: {}}, {name: n, bridge: {}}]}}
                        networks: [{name: n, pod: {}}, {name: n, pod: {}}]
                        """,
                        "FieldValueDuplicate spec.networks[1].name: Network with name \"n\" already exists, every network must have"
                                + " a unique name",
                        "FieldValueDuplicate spec.domain.devices.interfaces[1].name: Only one interface can be connected to one"
                                + " specific network"),
                Case.of(
                        "a name, a MAC and an address that cannot be",
                        """
                        domain: {devices: {interfaces: [{name: a.b, bridge: {}, macAddress: 'x', pciAddress: '0000:81:00.9'}]}}
                        networks: [{name: a.b, pod: {}}]
                        """,
                        "FieldValueInvalid spec.domain.devices.interfaces[0].name: Network interface name can only contain"
                                + " alphabetical characters, numbers, dashes (-) or underscores (_)",
                        "FieldValueInvalid spec.domain.devices.interfaces[0].macAddress: interface"
                                + " spec.domain.devices.interfaces[0].name has malformed MAC address (x).",
                        "FieldValueInvalid spec.domain.devices.interfaces[0].pciAddress: interface"
                                + " spec.domain.devices.interfaces[0].name has malformed PCI address (0000:81:00.9)."));
    }

    static Stream<Case> boot() {
        return Stream.of(
                Case.of("no domain", "{}", "FieldValueRequired spec.domain: spec.domain is a required field"),
                Case.of(
                        "a machine of another architecture",
                        "{architecture: arm64, domain: {machine: {type: q35}}}",
                        "FieldValueInvalid spec.domain.machine.type: spec.domain.machine.type is not supported: q35 (allowed"
                                + " values: [virt*])"),
                Case.of(
                        "an unknown architecture",
                        "{architecture: vax, domain: {}}",
                        "FieldValueNotSupported spec.architecture: spec.architecture is not supported: vax (allowed values:"
                                + " [amd64 arm64 s390x])"),
                Case.of(
                        "EFI without ACPI",
                        "domain: {firmware: {bootloader: {efi: {secureBoot: false}}}, features: {acpi: {enabled: false}}}",
                        "FieldValueInvalid spec.domain.features.acpi: spec.domain.features.acpi is off, but EFI firmware needs"
                                + " ACPI; switch it on or boot with BIOS"),
                Case.of(
                        "EFI without ACPI where the firmware has a device tree",
                        "{architecture: arm64, domain: {firmware: {bootloader: {efi: {secureBoot: false}}},"
                                + " features: {acpi: {enabled: false}}}}"),
                Case.of("BIOS without ACPI", "domain: {features: {acpi: {enabled: false}}}"),
                Case.of(
                        "Secure Boot without system management mode",
                        "domain: {firmware: {bootloader: {efi: {}}}, features: {smm: {enabled: false}}}",
                        "FieldValueInvalid spec.domain: spec.domain has EFI SecureBoot enabled. SecureBoot requires SMM, which"
                                + " is currently disabled."),
                Case.of(
                        "no memory at all",
                        "domain: {memory: {guest: '0'}}",
                        "FieldValueInvalid spec.domain.memory.guest: spec.domain.memory.guest '0' must be greater than 0"),
                Case.of(
                        "more CPUs than there are",
                        "domain: {cpu: {sockets: 2000000000, cores: 2000000000, threads: 2000000000}}",
                        "FieldValueInvalid spec.domain.cpu: a machine has at most 4096 CPUs"),
                Case.of(
                        "disks and volumes that do not meet",
                        """
                        domain: {devices: {disks: [{name: a, disk: {}}, {name: a, disk: {bus: ide}, bootOrder: 0}]}}
                        volumes: [{name: b}, {name: c, emptyDisk: {capacity: 1Gi}, hostDisk: {path: /x}}]
                        """,
                        "FieldValueInvalid spec.volumes[0]: spec.volumes[0] must have exactly one source type set",
                        "FieldValueInvalid spec.volumes[1]: spec.volumes[1] must have exactly one source type set",
                        "FieldValueInvalid spec.domain.devices.disks[0].name: spec.domain.devices.disks[0].Name 'a' not found.",
                        "FieldValueInvalid spec.domain.devices.disks[1].name: spec.domain.devices.disks[1].name 'a' must be unique",
                        "FieldValueInvalid spec.domain.devices.disks[1].name: spec.domain.devices.disks[1].Name 'a' not found.",
                        "FieldValueInvalid spec.domain.devices.disks[1]: spec.domain.devices.disks[1] is set with an unrecognized"
                                + " bus ide",
                        "FieldValueInvalid spec.domain.devices.disks[1].bootOrder: spec.domain.devices.disks[1].bootOrder must"
                                + " have a boot order > 0, if supplied"));
    }

    @ParameterizedTest
    @MethodSource({"claims", "devices", "networks", "boot"})
    void everyFaultIsNamed(Case given) {
        Causes causes = new Admission(Manifests.config(given.config()), Optional.empty())
                .review(Manifests.instance(given.spec()));
        assertThat(words(causes)).containsExactlyElementsOf(given.causes());
        assertThat(causes.admit()).isEqualTo(given.causes().isEmpty());
    }

    @Test
    void theFieldsOfAMachineAreThoseOfItsTemplate() {
        Causes causes = new Admission(ClusterConfig.DEFAULT, Optional.empty()).review(Manifests.machine("""
                        running: true
                        runStrategy: Sometimes
                        template: {spec: {domain: {devices: {gpus: [{name: a}]}}}}
                        """));
        assertThat(words(causes))
                .containsExactly(
                        "FieldValueInvalid spec.running: Running and RunStrategy are mutually exclusive",
                        "FieldValueInvalid spec.runStrategy: Invalid RunStrategy (Sometimes), it is one of Always, Halted,"
                                + " Manual, RerunOnFailure, Once, WaitAsReceiver",
                        "FieldValueRequired spec.template.spec.domain.devices.gpus: vmi.spec.domain.devices.gpus contains GPUs"
                                + " without deviceName or claimRequest; each GPU must specify either a deviceName or a"
                                + " claimRequest");
    }

    @Test
    void aGateThatIsNamedOnStaysOn() {
        assertThat(Manifests.config(
                                "developerConfiguration: {featureGates: [HostDevices], disabledFeatureGates: [HostDevices]}")
                        .gates())
                .isEqualTo(ClusterConfig.DEFAULT.gates());
    }

    @Test
    void theStatusIsOneThatTheServerCanReturn() {
        var instance = Manifests.instance("domain: {devices: {gpus: [{name: a}, {deviceName: v/m}]}}");
        Status status = new Admission(ClusterConfig.DEFAULT, Optional.empty())
                .review(instance)
                .toStatus(instance);
        assertThat(status.getCode()).isEqualTo(422);
        assertThat(status.getReason()).isEqualTo("Invalid");
        assertThat(status.getDetails().getKind()).isEqualTo("VirtualMachineInstance");
        assertThat(status.getDetails().getGroup()).isEqualTo("kubevirt.io");
        assertThat(status.getDetails().getCauses())
                .extracting("reason", "field")
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("FieldValueRequired", "spec.domain.devices.gpus"),
                        org.assertj.core.groups.Tuple.tuple("FieldValueRequired", "spec.domain.devices.gpus[1].name"));
        assertThat(status.getMessage())
                .contains("without deviceName or claimRequest")
                .contains("is a required field");
    }

    static List<String> words(Causes causes) {
        return causes.list().stream()
                .map(cause -> cause.type().wireName() + " " + cause.field() + ": " + cause.message())
                .toList();
    }
}
