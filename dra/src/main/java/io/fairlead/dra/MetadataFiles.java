package io.fairlead.dra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttribute;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fairlead.api.metadata.DeviceMetadata;
import io.fairlead.api.metadata.MetadataAttribute;
import io.fairlead.api.metadata.MetadataDevice;
import io.fairlead.api.metadata.MetadataRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The files in which a driver describes the devices of a request to the containers that use them.
 *
 * <p>A request has one file on the host and one CDI device that mounts it into containers, where it is at a path that
 * follows from the claim's and the request's names. The file holds the same object once per API version, newest first;
 * readers take the first version that they know.
 */
public final class MetadataFiles {
    private static final String IN_CONTAINERS = "/var/run/kubernetes.io/dra-device-attributes";
    private static final List<String> VERSIONS =
            List.of("metadata.resource.k8s.io/v1beta1", "metadata.resource.k8s.io/v1alpha1");
    private static final String FOLDER = "dra-device-metadata";
    private static final String FILE = "metadata.json";
    private static final int MOST_ATTRIBUTES = 32;
    private static final JsonMapper JSON = new JsonMapper();

    private final FileStore files;
    private final String driver;
    private final Path folder;
    private final Path folderOnHost;
    private final Path cdi;
    private final CdiKind kind;

    /**
     * For one driver.
     *
     * @param data the driver's folder, {@code /var/lib/kubelet/plugins/<driver>} by custom
     * @param dataOnHost the same folder as the container runtime sees it
     * @param cdi the folder that container runtimes read CDI files from
     */
    public MetadataFiles(FileStore files, String driver, Path data, Path dataOnHost, Path cdi) {
        this.files = files;
        this.driver = driver;
        this.folder = data.resolve(FOLDER);
        this.folderOnHost = dataOnHost.resolve(FOLDER);
        this.cdi = cdi;
        this.kind = new CdiKind(driver, "metadata");
    }

    /**
     * Writes what a request was given. What is written already stays untouched, also its inode, which containers may have
     * mounted; a change counts as a new generation.
     *
     * @param request as in the allocation, with the alternative that was taken
     * @return the CDI device to add to those of the request's first device
     */
    public CdiDeviceId write(AllocatedClaim claim, String request, List<MetadataDevice> devices) throws IOException {
        String base = AllocatedClaim.baseRequest(request);
        devices.forEach(MetadataFiles::demandFewAttributes);
        Path file = claimFolder(claim.ref()).resolve(base).resolve(FILE);
        Optional<DeviceMetadata> before = newest(file);
        if (before.isEmpty() || !same(before.get(), object(claim, request, devices, generation(before.get())))) {
            long generation = before.filter(found -> belongsTo(found, claim.ref()))
                            .map(MetadataFiles::generation)
                            .orElse(0L)
                    + 1;
            files.write(file, stream(object(claim, request, devices, generation)));
        }
        String name = claim.uid() + "_" + base;
        CdiEdits mount = CdiEdits.of(
                List.of(),
                List.of(),
                List.of(CdiEdits.Mount.readOnly(
                        folderOnHost.resolve(folder.relativize(file)).toString(), pathInContainers(claim, base))));
        CdiFiles.writeIfChanged(
                files, cdiFile(name), new CdiSpec(kind, List.of(new CdiSpec.Device(name, mount))).json());
        return new CdiDeviceId(kind, name);
    }

    /**
     * Writes the files of all requests of a claim.
     *
     * @return the prepared devices, the first one of each request with the CDI device that mounts its file
     */
    public Prepared attach(
            AllocatedClaim claim,
            Prepared prepared,
            Function<DeviceRequestAllocationResult, MetadataDevice> description)
            throws IOException {
        Map<String, List<MetadataDevice>> byRequest = new LinkedHashMap<>();
        for (DeviceRequestAllocationResult result : claim.results()) {
            byRequest
                    .computeIfAbsent(result.getRequest(), _ -> new ArrayList<>())
                    .add(description.apply(result));
        }
        Map<String, CdiDeviceId> files = new HashMap<>();
        for (Map.Entry<String, List<MetadataDevice>> request : byRequest.entrySet()) {
            files.put(AllocatedClaim.baseRequest(request.getKey()), write(claim, request.getKey(), request.getValue()));
        }
        List<PreparedDevice> devices = new ArrayList<>();
        for (PreparedDevice device : prepared.devices()) {
            PreparedDevice complete = device;
            for (String request : device.requests()) {
                CdiDeviceId file = files.remove(request);
                complete = file == null ? complete : complete.with(file);
            }
            devices.add(complete);
        }
        return new Prepared(devices);
    }

    /** A device as it was published, for the file of the request that got it. */
    public static MetadataDevice describe(DeviceRequestAllocationResult result, Device published) {
        Map<String, MetadataAttribute> attributes = new TreeMap<>();
        published.getAttributes().forEach((name, value) -> attributes.put(name, attribute(value)));
        return new MetadataDevice(result.getDriver(), result.getPool(), result.getDevice(), attributes, null, Map.of());
    }

    /** Removes all that was written for a claim; nothing there is fine. Another claim of the same name keeps its own. */
    public void remove(ClaimRef claim) throws IOException {
        String prefix = driver + "_metadata_" + claim.uid() + "_";
        for (Path file : files.list(cdi)) {
            if (file.getFileName().toString().startsWith(prefix)) {
                files.delete(file);
            }
        }
        Path requests = claimFolder(claim);
        for (Path request : files.list(requests)) {
            Path file = request.resolve(FILE);
            Optional<DeviceMetadata> found = newest(file);
            if (found.isEmpty() || belongsTo(found.get(), claim)) {
                files.delete(file);
                files.delete(request);
            }
        }
        if (files.list(requests).isEmpty()) {
            files.delete(requests);
        }
    }

    /** The claims that have files. */
    public Set<ClaimRef> claims() throws IOException {
        return all().stream().flatMap(found -> claim(found).stream()).collect(Collectors.toSet());
    }

    /** The devices that the files describe. */
    public List<MetadataDevice> devices() throws IOException {
        return all().stream()
                .flatMap(found -> found.requests().stream())
                .flatMap(request -> request.devices().stream())
                .toList();
    }

    private List<DeviceMetadata> all() throws IOException {
        List<DeviceMetadata> all = new ArrayList<>();
        for (Path requests : files.list(folder)) {
            for (Path request : files.list(requests)) {
                newest(request.resolve(FILE)).ifPresent(all::add);
            }
        }
        return all;
    }

    /** Where containers find the file of a request. */
    public String pathInContainers(AllocatedClaim claim, String request) {
        String owner = claim.podClaimName()
                .map(name -> "resourceclaimtemplates/" + name)
                .orElse("resourceclaims/" + claim.ref().name());
        return IN_CONTAINERS + "/" + owner + "/" + AllocatedClaim.baseRequest(request) + "/" + driver
                + "-metadata.json";
    }

    private static MetadataAttribute attribute(DeviceAttribute value) {
        return JSON.convertValue(value, MetadataAttribute.class);
    }

    private Path claimFolder(ClaimRef claim) {
        return folder.resolve(claim.namespace() + "_" + claim.name());
    }

    private Path cdiFile(String name) {
        return cdi.resolve(driver + "_metadata_" + name + ".json");
    }

    private static DeviceMetadata object(
            AllocatedClaim claim, String request, List<MetadataDevice> devices, long generation) {
        return new DeviceMetadata(
                VERSIONS.getFirst(),
                "DeviceMetadata",
                new ObjectMetaBuilder()
                        .withName(claim.ref().name())
                        .withNamespace(claim.ref().namespace())
                        .withUid(claim.uid())
                        .withGeneration(generation)
                        .build(),
                claim.podClaimName().orElse(null),
                List.of(new MetadataRequest(request, devices, Map.of())),
                Map.of());
    }

    private static byte[] stream(DeviceMetadata object) throws JsonProcessingException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String version : VERSIONS) {
            DeviceMetadata inVersion = new DeviceMetadata(
                    version, object.kind(), object.metadata(), object.podClaimName(), object.requests(), Map.of());
            all.writeBytes(JSON.writeValueAsBytes(inVersion));
            all.write('\n');
        }
        return all.toByteArray();
    }

    /** What the file says in the newest version; empty too when it cannot be read, because then it has to be written again. */
    private Optional<DeviceMetadata> newest(Path file) throws IOException {
        Optional<byte[]> content = files.read(file);
        if (content.isEmpty()) {
            return Optional.empty();
        }
        try (MappingIterator<DeviceMetadata> objects =
                JSON.readerFor(DeviceMetadata.class).readValues(content.get())) {
            List<DeviceMetadata> all = new ArrayList<>(objects.readAll());
            return all.size() == VERSIONS.size() ? Optional.of(all.getFirst()) : Optional.empty();
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
    }

    private static boolean same(DeviceMetadata one, DeviceMetadata other) {
        return JSON.<JsonNode>valueToTree(one).equals(JSON.valueToTree(other));
    }

    private static boolean belongsTo(DeviceMetadata found, ClaimRef claim) {
        return found.metadata() != null && claim.uid().equals(found.metadata().getUid());
    }

    private static Optional<ClaimRef> claim(DeviceMetadata found) {
        return Optional.ofNullable(found.metadata())
                .map(about -> new ClaimRef(about.getNamespace(), about.getName(), about.getUid()));
    }

    private static long generation(DeviceMetadata found) {
        Long generation = found.metadata() == null ? null : found.metadata().getGeneration();
        return generation == null ? 0 : generation;
    }

    private static void demandFewAttributes(MetadataDevice device) {
        if (device.attributes().size() > MOST_ATTRIBUTES) {
            throw new IllegalArgumentException("metadata of device " + device.name() + " has "
                    + device.attributes().size() + " attributes: at most " + MOST_ATTRIBUTES + " are allowed");
        }
    }
}
