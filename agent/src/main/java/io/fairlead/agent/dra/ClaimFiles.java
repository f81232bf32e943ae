package io.fairlead.agent.dra;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fairlead.agent.ledger.GivenDevice;
import io.fairlead.agent.ledger.Holder;
import io.fairlead.agent.ledger.Holding;
import io.fairlead.agent.offer.Offered;
import io.fairlead.api.metadata.MetadataAttribute;
import io.fairlead.api.metadata.MetadataDevice;
import io.fairlead.api.metadata.MetadataNetworkData;
import io.fairlead.dra.AllocatedClaim;
import io.fairlead.dra.CdiDeviceId;
import io.fairlead.dra.CdiEdits;
import io.fairlead.dra.CdiFiles;
import io.fairlead.dra.CdiKind;
import io.fairlead.dra.ClaimRef;
import io.fairlead.dra.FileStore;
import io.fairlead.dra.MetadataFiles;
import io.fairlead.host.MacAddress;
import io.fairlead.host.PciAddress;
import io.fairlead.host.kernel.Kernel;
import io.fairlead.host.kernel.KernelException;
import io.fairlead.host.kernel.MediatedDevices;
import io.fairlead.host.kernel.Sysfs;
import io.fairlead.host.kernel.VfioNodes;
import io.fairlead.host.names.ResourceName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What containers get to see of the devices of a claim: nodes and variables through CDI, and a file that describes them. */
final class ClaimFiles {
    private static final Path DEVICES = Path.of("/dev");
    private static final String CDI_CLASS = "claim";

    private final Kernel kernel;
    private final CdiFiles cdi;
    private final MetadataFiles metadata;
    private final Path devicesOnNode;

    /** {@code devicesOnNode} is where the container runtime finds the host's device nodes: /dev, except on a made-up host. */
    ClaimFiles(Kernel kernel, CdiFiles cdi, MetadataFiles metadata, Path devicesOnNode) {
        this.kernel = kernel;
        this.cdi = cdi;
        this.metadata = metadata;
        this.devicesOnNode = devicesOnNode;
    }

    static ClaimFiles of(DraDoorOptions options) {
        FileStore files = options.files().replaceable();
        return new ClaimFiles(
                options.kernel(),
                new CdiFiles(files, options.cdi(), new CdiKind(PciDriver.NAME, CDI_CLASS)),
                new MetadataFiles(
                        files,
                        PciDriver.NAME,
                        options.kubelet().plugin(PciDriver.NAME),
                        options.kubelet().pluginOnNode(PciDriver.NAME),
                        options.cdi()),
                options.devicesOnNode());
    }

    /**
     * Writes the files of a claim whose devices are ready.
     *
     * @param podClaimNames what pods call the claim
     * @return the devices with their CDI ids
     */
    List<GivenDevice> write(
            ClaimPlan plan, Set<String> podClaimNames, Function<Offered, Map<String, DeviceAttribute>> attributes)
            throws IOException, KernelException {
        Map<String, List<ClaimPlan.Part>> byRequest = plan.parts().stream()
                .collect(Collectors.groupingBy(
                        part -> part.result().getRequest(), LinkedHashMap::new, Collectors.toList()));
        Map<String, CdiEdits> edits = new TreeMap<>();
        Map<ClaimPlan.Part, CdiDeviceId> described = new HashMap<>();
        for (Map.Entry<String, List<ClaimPlan.Part>> request : byRequest.entrySet()) {
            List<ClaimPlan.Part> parts = request.getValue();
            for (ClaimPlan.Part part : parts) {
                edits.put(part.name(), CdiEdits.of(variables(parts, podClaimNames), nodes(part), List.of()));
            }
            List<MetadataDevice> about =
                    parts.stream().map(part -> describe(part, attributes)).toList();
            described.put(parts.getFirst(), metadata.write(plan.claim(), request.getKey(), about));
        }
        Map<String, CdiDeviceId> nodes = cdi.write(plan.claim().uid(), edits);
        return plan.given(part -> Stream.of(nodes.get(part.name()), described.get(part))
                .filter(Objects::nonNull)
                .map(CdiDeviceId::toString)
                .toList());
    }

    /** The claims whose files are all there, as far as their names tell. */
    Set<String> claims() throws IOException {
        Set<String> described =
                metadata.claims().stream().map(ClaimRef::uid).collect(Collectors.toCollection(HashSet::new));
        described.retainAll(cdi.claims());
        return described;
    }

    /** The claims that have any of their files; of one without metadata only the uid is known. */
    Set<ClaimRef> described() throws IOException {
        Map<String, ClaimRef> described = new TreeMap<>();
        cdi.claims().forEach(uid -> described.put(uid, new ClaimRef("", "", uid)));
        metadata.claims().forEach(claim -> described.put(claim.uid(), claim));
        return Set.copyOf(described.values());
    }

    /** The devices that have been given, as their containers are told about them. */
    List<Device> given() throws IOException {
        return metadata.devices().stream().map(ClaimFiles::published).toList();
    }

    /** Removes the files of a claim. */
    void remove(Holding holding) throws IOException {
        cdi.remove(holding.id());
        if (holding.holder() instanceof Holder.Claim(String namespace, String name, String uid)) {
            metadata.remove(new ClaimRef(namespace, name, uid));
        }
    }

    /** Every device of a request brings all of the request's addresses, because a later variable replaces an earlier one. */
    private static List<String> variables(List<ClaimPlan.Part> request, Set<String> podClaimNames) {
        Map<ResourceName.Variable, String> values = new TreeMap<>();
        for (ClaimPlan.Part part : request) {
            values.merge(variable(part.offered()), value(part.offered()), (one, other) -> one + "," + other);
        }
        String name = AllocatedClaim.baseRequest(request.getFirst().result().getRequest());
        return podClaimNames.stream()
                .flatMap(claim -> values.entrySet().stream()
                        .map(value -> new ResourceName(claim, name).variable(value.getKey()) + "=" + value.getValue()))
                .sorted()
                .toList();
    }

    private static ResourceName.Variable variable(Offered offered) {
        return switch (offered.kind()) {
            case FUNCTION, VIRTUAL -> ResourceName.Variable.PCI_RESOURCE;
            case CARD -> ResourceName.Variable.MULTIFUNCTION_PCI_RESOURCE;
            case MEDIATED -> ResourceName.Variable.MDEV_PCI_RESOURCE;
        };
    }

    private static String value(Offered offered) {
        return offered.mdev() == null
                ? offered.addresses().getFirst().toString()
                : offered.mdev().uuid().toString();
    }

    private List<CdiEdits.DeviceNode> nodes(ClaimPlan.Part part) throws KernelException {
        if (part.admin()) {
            return List.of();
        }
        Set<String> nodes = new LinkedHashSet<>(List.of(VfioNodes.CONTAINER));
        Sysfs sysfs = new Sysfs(kernel.root());
        for (PciAddress address : part.offered().addresses()) {
            sysfs.group(address).ifPresent(group -> nodes.add(VfioNodes.group(group)));
        }
        if (part.offered().mdev() != null) {
            OptionalInt group =
                    new MediatedDevices(kernel).group(part.offered().mdev().uuid());
            group.ifPresent(number -> nodes.add(VfioNodes.group(number)));
        }
        return nodes.stream().map(this::node).toList();
    }

    private CdiEdits.DeviceNode node(String path) {
        String inside = "/" + path;
        Path outside = devicesOnNode.resolve(DEVICES.relativize(Path.of(inside)));
        return outside.toString().equals(inside)
                ? CdiEdits.DeviceNode.of(inside)
                : CdiEdits.DeviceNode.of(inside, outside.toString(), "rwm");
    }

    private static MetadataDevice describe(
            ClaimPlan.Part part, Function<Offered, Map<String, DeviceAttribute>> attributes) {
        Map<String, MetadataAttribute> described = attributes.apply(part.offered()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> attribute(entry.getValue()), (one, _) -> one, TreeMap::new));
        return new MetadataDevice(
                PciDriver.NAME,
                part.result().getPool(),
                part.result().getDevice(),
                described,
                part.settings()
                        .mac()
                        .map(MacAddress::text)
                        .map(mac -> new MetadataNetworkData(null, List.of(), mac, Map.of()))
                        .orElse(null),
                Map.of());
    }

    private static Device published(MetadataDevice described) {
        DeviceBuilder device = new DeviceBuilder().withName(described.name());
        described.attributes().forEach((name, value) -> device.addToAttributes(name, attribute(value)));
        return device.build();
    }

    private static DeviceAttribute attribute(MetadataAttribute value) {
        return new DeviceAttributeBuilder()
                .withString(value.text())
                .withInt(value.number())
                .withBool(value.flag())
                .withVersion(value.version())
                .build();
    }

    private static MetadataAttribute attribute(DeviceAttribute value) {
        return new MetadataAttribute(value.getString(), value.getInt(), value.getBool(), value.getVersion(), Map.of());
    }
}
