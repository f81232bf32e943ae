package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.resource.Trees;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The cluster addresses of services: given once, kept for good. */
final class ServiceAddress {
    static final String SERVICES = "services";
    private static final List<String> FIELDS = List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy");

    private ServiceAddress() {}

    /** Gives a new service an address that no other has, unless it has none or brings its own. */
    static void assign(ObjectNode service, Cluster cluster) {
        ObjectNode spec = Trees.copy((ObjectNode) service.path("spec"));
        service.set("spec", spec);
        if (spec.path("type").asText().equals("ExternalName")) {
            return;
        }
        if (spec.path("clusterIP").asText().isEmpty()) {
            Set<String> taken = cluster.store().list(SERVICES, "").objects().stream()
                    .map(stored -> stored.tree().path("spec").path("clusterIP").asText())
                    .collect(Collectors.toSet());
            spec.put("clusterIP", free(taken, cluster.random()));
        }
        complete(spec);
    }

    private static String free(Set<String> taken, RandomGenerator random) {
        while (true) {
            String address = "10.96." + random.nextInt(256) + "." + random.nextInt(1, 255);
            if (!taken.contains(address)) {
                return address;
            }
        }
    }

    private static void complete(ObjectNode spec) {
        if (!spec.has("clusterIPs")) {
            spec.putArray("clusterIPs").add(spec.path("clusterIP").asText());
        }
        if (!spec.has("ipFamilies")) {
            spec.putArray("ipFamilies").add("IPv4");
        }
        if (!spec.has("ipFamilyPolicy")) {
            spec.put("ipFamilyPolicy", "SingleStack");
        }
    }

    /** What an update leaves out stays; an address that it names alone is the whole list of them. */
    static void keep(ObjectNode service, JsonNode old) {
        if (!(service.get("spec") instanceof ObjectNode given)) {
            return;
        }
        ObjectNode spec = Trees.copy(given);
        JsonNode before = old.path("spec");
        for (String field : FIELDS) {
            if (!spec.has(field) && before.has(field)) {
                spec.set(field, before.path(field));
            }
        }
        boolean changed = !spec.path("clusterIP").equals(before.path("clusterIP"));
        if (changed && spec.path("clusterIPs").equals(before.path("clusterIPs"))) {
            spec.putArray("clusterIPs").add(spec.path("clusterIP").asText());
        }
        service.set("spec", spec);
    }
}
