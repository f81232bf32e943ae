package io.fairlead.dra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.resource.v1.Device;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAttributeBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResultBuilder;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fairlead.api.metadata.MetadataAttribute;
import io.fairlead.api.metadata.MetadataDevice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MetadataFilesTest {
    private static final String DRIVER = "gpu.example.com";
    private static final Path DATA = Path.of("/here/plugins/gpu.example.com");
    private static final Path FILE = DATA.resolve("dra-device-metadata/home_gpus/a/metadata.json");
    private static final Path CDI = Path.of("/cdi/gpu.example.com_metadata_uid-1_a.json");

    private final TestingFiles store = new TestingFiles();
    private final MetadataFiles files = new MetadataFiles(
            store, DRIVER, DATA, Path.of("/var/lib/kubelet/plugins/gpu.example.com"), Path.of("/cdi"));

    @Test
    void aRequestHasAFileInBothVersionsAndACdiDeviceThatMountsIt() throws IOException {
        CdiDeviceId id = files.write(claim("uid-1", Optional.empty()), "a/small", List.of(device("0000:3b:00.0")));
        assertThat(id).hasToString("gpu.example.com/metadata=uid-1_a");
        assertThat(store.files.get(FILE)).isEqualTo("""
                {"apiVersion":"metadata.resource.k8s.io/v1beta1",%1$s}
                {"apiVersion":"metadata.resource.k8s.io/v1alpha1",%1$s}
                """.formatted("""
                "kind":"DeviceMetadata","metadata":{"generation":1,"name":"gpus","namespace":"home","uid":"uid-1"},\
                "requests":[{"name":"a/small","devices":[{"driver":"gpu.example.com","pool":"n","name":"gpu0",\
                "attributes":{"resource.kubernetes.io/pciBusID":{"string":"0000:3b:00.0"}}}]}]"""));
        assertThat(store.files.get(CDI)).isEqualTo("""
                {"cdiVersion":"0.3.0","kind":"gpu.example.com/metadata","devices":[{"name":"uid-1_a","containerEdits":\
                {"mounts":[{"hostPath":"/var/lib/kubelet/plugins/gpu.example.com/dra-device-metadata/home_gpus/a/metadata.json",\
                "containerPath":"/var/run/kubernetes.io/dra-device-attributes/resourceclaims/gpus/a/gpu.example.com-metadata.json",\
                "options":["ro","bind"]}]}}]}""");
    }

    @Test
    void theFirstDeviceOfEachRequestBringsTheFileOfAll() throws IOException {
        AllocatedClaim claim = new AllocatedClaim(
                new ClaimRef("home", "gpus", "uid-1"),
                List.of(result("a/small", "gpu0"), result("a/small", "gpu1"), result("b", "gpu2")),
                List.of(),
                Optional.empty(),
                new ResourceClaim());
        CdiDeviceId own = CdiDeviceId.parse("gpu.example.com/device=x");
        Prepared prepared = files.attach(
                claim,
                Prepared.of(claim, _ -> List.of(own)),
                result -> MetadataFiles.describe(result, new DeviceBuilder().build()));
        assertThat(prepared.devices())
                .extracting(device -> device.device() + " " + device.cdiDevices())
                .containsExactly(
                        "gpu0 [" + own + ", gpu.example.com/metadata=uid-1_a]",
                        "gpu1 [" + own + "]",
                        "gpu2 [" + own + ", gpu.example.com/metadata=uid-1_b]");
        assertThat(store.files.get(FILE))
                .contains("\"name\":\"a/small\"", "gpu0", "gpu1")
                .doesNotContain("gpu2");
    }

    @Test
    void aClaimFromATemplateIsFoundUnderThePodsNameForIt() {
        assertThat(files.pathInContainers(claim("uid-1", Optional.of("my-gpus")), "a/small"))
                .isEqualTo("/var/run/kubernetes.io/dra-device-attributes/resourceclaimtemplates/my-gpus/a/"
                        + "gpu.example.com-metadata.json");
    }

    @Test
    void theSameAgainTouchesNothingAndAChangeIsTheNextGeneration() throws IOException {
        AllocatedClaim claim = claim("uid-1", Optional.of("my-gpus"));
        files.write(claim, "a", List.of(device("0000:3b:00.0")));
        files.write(claim, "a", List.of(device("0000:3b:00.0")));
        assertThat(store.log).containsExactly("write " + FILE, "write " + CDI);
        files.write(claim, "a", List.of(device("0000:3c:00.0")));
        assertThat(store.log).hasSize(3);
        assertThat(store.files.get(FILE)).contains("\"generation\":2", "0000:3c:00.0", "\"podClaimName\":\"my-gpus\"");
    }

    @Test
    void aHalfFileIsWrittenAgain() throws IOException {
        AllocatedClaim claim = claim("uid-1", Optional.empty());
        files.write(claim, "a", List.of(device("0000:3b:00.0")));
        String whole = store.text(FILE);
        store.files.put(FILE, whole.substring(0, whole.length() - 10));
        files.write(claim, "a", List.of(device("0000:3b:00.0")));
        assertThat(store.files).containsEntry(FILE, whole);
    }

    @Test
    void removalTakesAllOfAClaimAndNothingOfOthers() throws IOException {
        files.write(claim("uid-1", Optional.empty()), "a", List.of(device("0000:3b:00.0")));
        files.write(claim("uid-1", Optional.empty()), "b", List.of(device("0000:3c:00.0")));
        files.remove(new ClaimRef("home", "gpus", "uid-1"));
        assertThat(store.files).isEmpty();

        files.write(claim("uid-2", Optional.empty()), "a", List.of(device("0000:3b:00.0")));
        files.remove(new ClaimRef("home", "gpus", "uid-1"));
        assertThat(store.files).hasSize(2);
    }

    @Test
    void moreAttributesThanReadersTakeAreRefused() {
        Map<String, MetadataAttribute> many = IntStream.range(0, 33)
                .boxed()
                .collect(Collectors.toMap(i -> "a" + i, i -> new MetadataAttribute("x", null, null, null, Map.of())));
        MetadataDevice device = new MetadataDevice(DRIVER, "n", "gpu0", many, null, Map.of());
        assertThatThrownBy(() -> files.write(claim("uid-1", Optional.empty()), "a", List.of(device)))
                .hasMessage("metadata of device gpu0 has 33 attributes: at most 32 are allowed");
    }

    @Test
    void aPublishedDeviceIsDescribedWithAllItsAttributes() {
        Device published = new DeviceBuilder()
                .withName("gpu0")
                .addToAttributes(
                        "model", new DeviceAttributeBuilder().withString("A").build())
                .addToAttributes(
                        "numa", new DeviceAttributeBuilder().withInt(1L).build())
                .addToAttributes(
                        "nodes", new DeviceAttributeBuilder().withInts(0L, 1L).build())
                .build();
        MetadataDevice device = MetadataFiles.describe(result("a", "gpu0"), published);
        assertThat(device.driver() + " " + device.pool() + " " + device.name()).isEqualTo("gpu.example.com n gpu0");
        assertThat(device.attributes())
                .isEqualTo(Map.of(
                        "model", new MetadataAttribute("A", null, null, null, Map.of()),
                        "numa", new MetadataAttribute(null, 1L, null, null, Map.of()),
                        "nodes", new MetadataAttribute(null, null, null, null, Map.of("ints", List.of(0L, 1L)))));
    }

    private static DeviceRequestAllocationResult result(String request, String device) {
        return new DeviceRequestAllocationResultBuilder()
                .withRequest(request)
                .withDriver(DRIVER)
                .withPool("n")
                .withDevice(device)
                .build();
    }

    private static AllocatedClaim claim(String uid, Optional<String> podClaimName) {
        return new AllocatedClaim(
                new ClaimRef("home", "gpus", uid), List.of(), List.of(), podClaimName, new ResourceClaim());
    }

    private static MetadataDevice device(String address) {
        return new MetadataDevice(
                DRIVER,
                "n",
                "gpu0",
                Map.of("resource.kubernetes.io/pciBusID", new MetadataAttribute(address, null, null, null, Map.of())),
                null,
                Map.of());
    }
}
