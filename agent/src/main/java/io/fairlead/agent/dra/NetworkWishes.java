package io.fairlead.agent.dra;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fairlead.agent.offer.Fields;
import io.fairlead.host.MacAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The hardware addresses that the pods of a claim want for its requests, from their annotation {@code
 * kubevirt.io/dra-networks}. What the annotation calls a claim is the pod's own name for it; the pod's status tells which
 * claim that is.
 */
record NetworkWishes(Map<String, Wish> byRequest) {
    static final String ANNOTATION = "kubevirt.io/dra-networks";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** An address, and the pod that wants it. */
    record Wish(MacAddress mac, String pod) {}

    static NetworkWishes none() {
        return new NetworkWishes(Map.of());
    }

    /** What these pods want for a claim in their namespace. */
    static NetworkWishes of(List<Pod> pods, String claim) throws UnpreparableException {
        Map<String, Wish> wishes = new TreeMap<>();
        for (Pod pod : pods) {
            String name = pod.getMetadata().getName();
            for (Entry entry : entries(pod)) {
                if (!claim.equals(claimOf(pod, entry.claimName()).orElse(null))) {
                    continue;
                }
                Wish wish = new Wish(entry.mac(), name);
                Wish other = wishes.putIfAbsent(entry.requestName(), wish);
                if (other != null && !other.mac().equals(wish.mac())) {
                    throw new UnpreparableException(
                            "request %s of claim %s: pod %s wants hardware address %s and pod %s wants %s; pods that share a claim must agree in %s"
                                    .formatted(
                                            entry.requestName(),
                                            claim,
                                            other.pod(),
                                            other.mac(),
                                            name,
                                            wish.mac(),
                                            ANNOTATION));
                }
            }
        }
        return new NetworkWishes(wishes);
    }

    private record Entry(String claimName, String requestName, MacAddress mac) {}

    private static List<Entry> entries(Pod pod) throws UnpreparableException {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        String text = annotations == null ? null : annotations.get(ANNOTATION);
        if (text == null || text.isBlank()) {
            return List.of();
        }
        String path = "pod %s, annotation %s".formatted(pod.getMetadata().getName(), ANNOTATION);
        try {
            JsonNode list = JSON.readTree(text);
            return Fields.of("", JSON.createObjectNode().set(path, list)).objects(path).stream()
                    .map(NetworkWishes::entry)
                    .toList();
        } catch (JsonProcessingException e) {
            throw new UnpreparableException(path + ": not JSON: " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new UnpreparableException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Entry entry(Fields fields) {
        Entry entry = new Entry(
                fields.text("claimName").orElseThrow(() -> fields.wrong("claimName is missing")),
                fields.text("requestName").orElseThrow(() -> fields.wrong("requestName is missing")),
                fields.text("mac", VfioConfig::unicast).orElseThrow(() -> fields.wrong("mac is missing")));
        fields.end();
        return entry;
    }

    /** The claim that a pod means by one of its own names. */
    private static Optional<String> claimOf(Pod pod, String podClaimName) {
        List<PodResourceClaimStatus> statuses =
                pod.getStatus() == null ? List.of() : pod.getStatus().getResourceClaimStatuses();
        return statuses.stream()
                .filter(status -> podClaimName.equals(status.getName()))
                .flatMap(status -> Stream.ofNullable(status.getResourceClaimName()))
                .findFirst()
                .or(() -> pod.getSpec().getResourceClaims().stream()
                        .filter(claim -> podClaimName.equals(claim.getName()))
                        .flatMap(claim -> Stream.ofNullable(claim.getResourceClaimName()))
                        .findFirst());
    }
}
