package io.fairlead.agent.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCapacity;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceSliceBuilder;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import io.fairlead.host.PciInventory;
import io.fairlead.host.TestingFunction;
import io.fairlead.host.TestingHost;
import io.fairlead.host.names.FunctionNames;
import io.fairlead.host.names.PciNames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OffersTest {
    private final TestingHost host = TestingHost.empty();
    private final MdevMost most = new MdevMost();

    @BeforeEach
    void aHostWithACardAVirtualFunctionAndItsOwnNetwork() {
        host.function("0000:3b:00.0")
                .id(new PciId(0x10de, 0x2331))
                .type(0x030200)
                .driver("nouveau")
                .group(1)
                .attribute("numa_node", "1")
                .attribute("resource", "0x0 0xfffffff 0x40200");
        host.function("0000:3b:00.1")
                .id(new PciId(0x10de, 0x22ba))
                .type(0x040300)
                .driver("snd_hda_intel")
                .group(2);
        TestingFunction maker = host.function("0000:5e:00.0")
                .id(new PciId(0x8086, 0x1521))
                .type(0x020000)
                .driver("igb")
                .group(3)
                .networkInterface("eth0");
        host.function("0000:5e:10.1")
                .id(new PciId(0x8086, 0x1520))
                .type(0x020000)
                .group(4)
                .virtualOf(maker, 1);
        host.function("0000:01:00.0")
                .id(new PciId(0x8086, 0x100e))
                .type(0x020000)
                .driver("e1000")
                .group(5)
                .networkInterface("eth9");
        host.defaultRoute("eth9");
    }

    private PciInventory inventory() {
        return PciInventory.scan(host.root());
    }

    private Offers offers(String yaml, boolean counters) {
        return Offers.of(OfferRules.parse(yaml), inventory(), "node", counters, most);
    }

    private List<String> names(String yaml) {
        return offers(yaml, true).devices().stream().map(Offered::name).toList();
    }

    @Test
    void whatNoRuleFitsStaysWithTheHost() {
        assertThat(offers("offers: []", true)).isEqualTo(Offers.none());
    }

    @Test
    void aRuleFitsByVendorDeviceClassAddressAndMaker() {
        assertThat(names("offers: [{match: {vendors: ['10de']}}]"))
                .containsExactly("pci-0000-3b-00-0", "pci-0000-3b-00-1");
        assertThat(names("offers: [{match: {devices: ['2331']}}]")).containsExactly("pci-0000-3b-00-0");
        assertThat(names("offers: [{match: {classes: ['03']}}]")).containsExactly("pci-0000-3b-00-0");
        assertThat(names("offers: [{match: {classes: ['0403']}}]")).containsExactly("pci-0000-3b-00-1");
        assertThat(names("offers: [{match: {addresses: ['0000:3b:00.1']}}]")).containsExactly("pci-0000-3b-00-1");
        assertThat(names("offers: [{match: {physicalFunctions: ['eth0']}}]")).containsExactly("pci-0000-5e-10-1");
        assertThat(names("offers: [{match: {physicalFunctions: ['0000:5e:00.0']}}]"))
                .containsExactly("pci-0000-5e-10-1");
        assertThat(names("offers: [{match: {physicalFunctions: ['eth1']}}]")).isEmpty();
    }

    @Test
    void theHostsOwnIsNeverOfferedWhateverTheRuleSays() {
        Offers offers = offers("offers: [{match: {}, offer: both}]", true);

        assertThat(offers.functions())
                .doesNotContain(PciAddress.parse("0000:01:00.0"), PciAddress.parse("0000:5e:00.0"));
        assertThat(offers.withheld().get(PciAddress.parse("0000:01:00.0")))
                .contains("carries the default route on eth9");
        assertThat(offers.withheld().get(PciAddress.parse("0000:5e:00.0"))).contains("has 1 virtual functions");
    }

    @Test
    void aCardAndItsFunctionsShareOneCounterSet() {
        Offers offers = offers("offers: [{match: {vendors: ['10de']}, offer: both}]", true);

        assertThat(offers.devices())
                .extracting(Offered::name, Offered::kind, Offered::share)
                .containsExactly(
                        tuple("pci-0000-3b-00-0", Offered.Kind.FUNCTION, new Offered.Share("card-0000-3b-00", 1, 2)),
                        tuple("pci-0000-3b-00-1", Offered.Kind.FUNCTION, new Offered.Share("card-0000-3b-00", 1, 2)),
                        tuple("card-0000-3b-00", Offered.Kind.CARD, new Offered.Share("card-0000-3b-00", 2, 2)));
        assertThat(Devices.counterSets(offers.devices())).hasSize(1);
    }

    @Test
    void withoutCountersTheRuleSaysWhichOfTheTwo() {
        assertThat(offers("offers: [{match: {vendors: ['10de']}, offer: both}]", false)
                        .devices())
                .extracting(Offered::name)
                .containsExactly("pci-0000-3b-00-0", "pci-0000-3b-00-1");
        Offers cards = offers("offers: [{match: {vendors: ['10de']}, offer: both, withoutCounters: cards}]", false);
        assertThat(cards.devices()).extracting(Offered::name).containsExactly("card-0000-3b-00");
        assertThat(Devices.counterSets(cards.devices())).isEmpty();
    }

    @Test
    void functionsThatShareAGroupAreOneDevice() {
        host.function("0000:3b:00.1").id(new PciId(0x10de, 0x22ba)).group(1);
        host.root().remove("sys/kernel/iommu_groups/2/devices/0000:3b:00.1");

        List<Offered> devices =
                offers("offers: [{match: {vendors: ['10de']}}]", true).devices();

        assertThat(devices).extracting(Offered::name).containsExactly("pci-0000-3b-00-0");
        assertThat(devices.getFirst().addresses()).hasSize(2);
    }

    @Test
    void aCardWithOneFunctionOfTheHostIsOfferedInPart() {
        host.function("0000:3b:00.1").id(new PciId(0x10de, 0x22ba)).networkInterface("eth5");
        host.defaultRoute("eth5");

        Offers offers = offers("offers: [{match: {vendors: ['10de']}, offer: both}]", true);

        assertThat(offers.devices())
                .extracting(Offered::name, Offered::share)
                .containsExactly(tuple("pci-0000-3b-00-0", null));
        assertThat(offers.withheld()).containsKeys(PciAddress.parse("0000:3b:00.0"), PciAddress.parse("0000:3b:00.1"));
    }

    @Test
    void theDisplayOfTheMachineNeedsConsent() {
        host.function("0000:3b:00.0")
                .id(new PciId(0x10de, 0x2331))
                .type(0x030000)
                .attribute("boot_vga", "1");

        assertThat(names("offers: [{match: {devices: ['2331']}}]")).isEmpty();
        assertThat(names("offers: [{match: {devices: ['2331']}, bootVGA: true}]"))
                .containsExactly("pci-0000-3b-00-0");
    }

    @Test
    void aDeviceTellsWhatItIs() {
        Offers offers = offers("offers: [{match: {}, offer: both}]", true);
        Devices devices = new Devices(
                new FunctionNames(PciNames.system()),
                inventory(),
                address -> address.toString().equals("0000:3b:00.0") ? Optional.of("nvidia") : Optional.empty());

        Device card = devices.device(offers.device("card-0000-3b-00").orElseThrow(), List.of());
        Device virtual = devices.device(offers.device("pci-0000-5e-10-1").orElseThrow(), List.of());

        assertThat(texts(card))
                .containsEntry("type", "card")
                .containsEntry("resource.kubernetes.io/pciBusID", "0000:3b:00.0")
                .containsEntry("resource.kubernetes.io/pcieRoot", "pci0000:00")
                .containsEntry("vendor", "10de")
                .containsEntry("device", "2331")
                .containsEntry("class", "0302")
                .containsEntry("driver", "nvidia");
        assertThat(card.getAttributes())
                .containsEntry("resource.kubernetes.io/numaNode", number(1))
                .containsEntry("functions", number(2));
        assertThat(card.getCapacity()).containsEntry("memory", new DeviceCapacity(null, new Quantity("256Mi")));
        assertThat(card.getConsumesCounters())
                .containsExactly(new DeviceCounterConsumption(
                        "card-0000-3b-00", Map.of("parts", new Counter(new Quantity("2")))));
        assertThat(texts(virtual))
                .containsEntry("type", "vf")
                .containsEntry("physicalFunction", "0000:5e:00.0")
                .containsEntry("physicalInterface", "eth0");
        assertThat(virtual.getAttributes())
                .containsEntry("virtualFunctionIndex", number(1))
                .doesNotContainKey("resource.kubernetes.io/numaNode");
        assertThat(virtual.getConsumesCounters()).isEmpty();
    }

    private static Map<String, String> texts(Device device) {
        return device.getAttributes().entrySet().stream()
                .filter(entry -> entry.getValue().getString() != null)
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> text(entry.getValue())));
    }

    private static DeviceAttribute number(long value) {
        return new DeviceAttributeBuilder().withInt(value).build();
    }

    private static String text(DeviceAttribute attribute) {
        return attribute.getString();
    }

    @Test
    void mediatedDevicesHaveTheirNamesBeforeTheyAreMadeAndShareTheirParent() {
        mdevParent("mtty", "mtty-1", 6, "mtty-2", 3);

        List<Offered> devices =
                offers("offers: [{match: {mdevTypes: [mtty-1, mtty-2]}}]", true).devices();

        assertThat(devices)
                .hasSize(9)
                .allMatch(
                        device -> device.mdev() != null && device.mdev().uuid().version() == 5);
        assertThat(devices)
                .extracting(Offered::share)
                .containsOnly(new Offered.Share("mdev-mtty", 1, 6), new Offered.Share("mdev-mtty", 2, 6));
        assertThat(devices).extracting(Offered::name).doesNotHaveDuplicates();
        assertThat(offers("offers: [{match: {mdevTypes: [mtty-1, mtty-2]}}]", true)
                        .devices())
                .isEqualTo(devices);
    }

    @Test
    void whatOneTypeTakesTheOthersLoseAndForeignInstancesAreLeftAlone() {
        mdevParent("mtty", "mtty-1", 6, "mtty-2", 3);
        String rules = "offers: [{match: {mdevTypes: [mtty-1, mtty-2]}}]";
        Offered ours = offers(rules, true).devices().stream()
                .filter(device -> device.mdev() != null && device.mdev().type().equals("mtty-2"))
                .findFirst()
                .orElseThrow();
        UUID foreign = UUID.randomUUID();
        String parent = "sys/devices/virtual/mtty/mtty";
        host.root()
                .directory(parent + "/mdev_supported_types/mtty-2/devices/"
                        + ours.name().substring("mdev-".length()));
        host.root().directory(parent + "/mdev_supported_types/mtty-1/devices/" + foreign);
        host.root().file(parent + "/mdev_supported_types/mtty-1/available_instances", "3");
        host.root().file(parent + "/mdev_supported_types/mtty-2/available_instances", "1");

        List<Offered> devices = offers(rules, true).devices();

        assertThat(devices).contains(ours).extracting(Offered::name).doesNotContain("mdev-" + foreign);
        assertThat(devices.stream()
                        .filter(device ->
                                device.mdev() != null && device.mdev().type().equals("mtty-1")))
                .hasSize(3);
        assertThat(devices.stream()
                        .filter(device ->
                                device.mdev() != null && device.mdev().type().equals("mtty-2")))
                .hasSize(2);
        assertThat(ours.share()).isEqualTo(new Offered.Share("mdev-mtty", 2, 6));
    }

    @Test
    void anAgentThatIsStartedAnewKnowsTheSizesOfTypesFromWhatWasPublished() {
        mdevParent("mtty", "mtty-1", 6, "mtty-2", 3);
        String rules = "offers: [{match: {mdevTypes: [mtty-1, mtty-2]}}]";
        List<Offered> before = offers(rules, true).devices();
        Devices devices = new Devices(new FunctionNames(PciNames.excerpt()), inventory(), _ -> Optional.empty());
        ResourceSlice published = new ResourceSliceBuilder()
                .withNewSpec()
                .withSharedCounters(Devices.counterSets(before))
                .withDevices(before.stream()
                        .map(offered -> devices.device(offered, List.of()))
                        .toList())
                .endSpec()
                .build();
        // Half of the parent is in use by somebody else now.
        mdevParent("mtty", "mtty-1", 3, "mtty-2", 1);
        MdevMost anew = new MdevMost();
        anew.remember(List.of(published));

        assertThat(Offers.of(OfferRules.parse(rules), inventory(), "node", true, anew)
                        .devices())
                .hasSize(4)
                .extracting(Offered::share)
                .containsOnly(new Offered.Share("mdev-mtty", 1, 6), new Offered.Share("mdev-mtty", 2, 6));
    }

    @Test
    void withoutCountersOneTypeOfAParentIsOffered() {
        mdevParent("mtty", "mtty-1", 6, "mtty-2", 3);

        assertThat(offers("offers: [{match: {mdevTypes: [mtty-1, mtty-2]}}]", false)
                        .devices())
                .hasSize(6);
    }

    private void mdevParent(String name, String type, int available, String other, int otherAvailable) {
        String parent = "sys/devices/virtual/mtty/" + name;
        host.root().link("sys/class/mdev_bus/" + name, "../../../" + parent);
        host.root()
                .file(parent + "/mdev_supported_types/" + type + "/available_instances", Integer.toString(available));
        host.root().file(parent + "/mdev_supported_types/" + type + "/device_api", "vfio-pci");
        host.root()
                .file(
                        parent + "/mdev_supported_types/" + other + "/available_instances",
                        Integer.toString(otherAvailable));
        host.root().file(parent + "/mdev_supported_types/" + other + "/device_api", "vfio-pci");
    }

    @Test
    void aNameOfVersionFiveIsTheOneOfTheStandard() {
        UUID dns = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");

        assertThat(Names.uuid5(dns, "www.example.com".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(UUID.fromString("2ed6657d-e927-568b-95e1-2665a8aea6a2"));
    }
}
