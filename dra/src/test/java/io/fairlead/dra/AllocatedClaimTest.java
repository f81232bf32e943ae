package io.fairlead.dra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationConfiguration;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceRequestAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;

class AllocatedClaimTest {
    private static final String DRIVER = "gpu.example.com";
    private static final ClaimRef REF = new ClaimRef("home", "gpus", "uid-1");
    private static final String CLAIM = """
            metadata:
              name: gpus
              namespace: home
              uid: uid-1
              annotations: {resource.kubernetes.io/pod-claim-name: my-gpus}
            status:
              allocation:
                devices:
                  results:
                  - {request: a/small, driver: gpu.example.com, pool: n, device: gpu0}
                  - {request: b, driver: nic.example.com, pool: n, device: nic0}
                  - {request: c, driver: gpu.example.com, pool: n, device: gpu1}
                  config:
                  - {source: FromClass, opaque: {driver: gpu.example.com, parameters: {from: class}}}
                  - {source: FromClaim, requests: [a], opaque: {driver: gpu.example.com, parameters: {from: a}}}
                  - {source: FromClaim, requests: [a/small], opaque: {driver: gpu.example.com, parameters: {from: small}}}
                  - {source: FromClaim, requests: [a/large], opaque: {driver: gpu.example.com, parameters: {from: large}}}
                  - {source: FromClaim, opaque: {driver: nic.example.com, parameters: {from: other}}}
            """;

    @Test
    void aDriverSeesItsOwnDevicesAndParameters() throws UnusableClaimException {
        AllocatedClaim claim = AllocatedClaim.of(claim(CLAIM), REF, DRIVER);
        assertThat(claim.results())
                .extracting(DeviceRequestAllocationResult::getDevice)
                .containsExactly("gpu0", "gpu1");
        assertThat(claim.podClaimName()).contains("my-gpus");
        assertThat(claim.configsOf(claim.results().getFirst()))
                .extracting(AllocatedClaimTest::from)
                .containsExactly("class", "a", "small");
        assertThat(claim.configsOf(claim.results().getLast()))
                .extracting(AllocatedClaimTest::from)
                .containsExactly("class");
    }

    @Test
    void anotherClaimOfTheSameNameIsNotTheOne() {
        ResourceClaim other = claim(CLAIM.replace("uid-1", "uid-2"));
        assertThatThrownBy(() -> AllocatedClaim.of(other, REF, DRIVER))
                .hasMessage("claim home/gpus (uid-1) got replaced by one with uid uid-2");
    }

    @Test
    void aClaimWithoutAllocationIsRefused() {
        ResourceClaim bare = claim(CLAIM.substring(0, CLAIM.indexOf("status:")));
        assertThatThrownBy(() -> AllocatedClaim.of(bare, REF, DRIVER))
                .hasMessage("claim home/gpus (uid-1) is not allocated");
    }

    private static String from(DeviceAllocationConfiguration config) {
        return new KubernetesSerialization()
                .convertValue(config.getOpaque().getParameters(), JsonNode.class)
                .path("from")
                .asText();
    }

    private static ResourceClaim claim(String yaml) {
        return new KubernetesSerialization()
                .unmarshal("apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\n" + yaml, ResourceClaim.class);
    }
}
