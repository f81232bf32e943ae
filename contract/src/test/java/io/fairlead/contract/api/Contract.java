package io.fairlead.contract.api;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What every topic of the contract starts from: a server, and paths in the case's own namespace. */
interface Contract {
    Duration PATIENCE = Duration.ofMinutes(3);

    ContractServer server();

    default Api api() {
        return server().api();
    }

    default String namespace() {
        return server().namespace();
    }

    /** A core resource in the case's namespace: {@code configmaps}, {@code pods/web/status}. */
    default String core(String resource) {
        return "/api/v1/namespaces/" + namespace() + "/" + resource;
    }

    /** A resource of another group in the case's namespace. */
    default String named(String groupVersion, String resource) {
        return "/apis/" + groupVersion + "/namespaces/" + namespace() + "/" + resource;
    }

    default String claims(String rest) {
        return named("resource.k8s.io/v1", "resourceclaims" + rest);
    }

    default String leases(String rest) {
        return named("coordination.k8s.io/v1", "leases" + rest);
    }

    /** A name for something that has no namespace, so that cases do not meet. */
    default String unique(String prefix) {
        return prefix + "-" + namespace();
    }

    default Reply configMap(String name, String data) {
        return api().post(core("configmaps"), "{metadata: {name: " + name + "}, data: " + data + "}")
                .is(201);
    }

    /** A pod that no scheduler touches. */
    default Reply pod(String name) {
        return api().post(core("pods"), podYaml(name)).is(201);
    }

    default String podYaml(String name) {
        return "{metadata: {name: " + name + "}, spec: {schedulerName: nobody, automountServiceAccountToken: false, "
                + "containers: [{name: main, image: 'registry.example/app:1'}]}}";
    }

    /** For what Kubernetes 1.36 and the sandbox say otherwise than 1.34 did. */
    default String since36(String now, String before) {
        return server().minor() >= 36 ? now : before;
    }

    default Reply eventually(Supplier<Reply> ask, Predicate<Reply> enough) {
        return await().atMost(PATIENCE).until(ask::get, enough);
    }
}
