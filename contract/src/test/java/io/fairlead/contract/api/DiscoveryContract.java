package io.fairlead.contract.api;

import static io.fairlead.contract.api.Api.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the server says it has, and the forms in which it gives it. */
interface DiscoveryContract extends Contract {
    @Test
    default void theCoreVersionsAreListed() {
        Reply versions = api().get("/api").is(200);

        assertThat(versions.text("/kind")).isEqualTo("APIVersions");
        assertThat(versions.at("/versions")).isEqualTo(json("[v1]"));
    }

    @Test
    default void theGroupsAreListed() {
        Reply groups = api().get("/apis").is(200);

        assertThat(groups.text("/kind")).isEqualTo("APIGroupList");
        assertThat(groups.at("/groups").findValuesAsText("name"))
                .contains("coordination.k8s.io", "resource.k8s.io", "apiextensions.k8s.io");
    }

    @Test
    default void aResourceSaysWhatItIs() {
        var pods = api().get("/api/v1")
                .is(200)
                .at("/resources")
                .valueStream()
                .filter(resource -> resource.path("name").asText().equals("pods"))
                .findFirst()
                .orElseThrow();

        assertThat(pods.path("kind").asText()).isEqualTo("Pod");
        assertThat(pods.path("singularName").asText()).isEqualTo("pod");
        assertThat(pods.path("namespaced").asBoolean()).isTrue();
        assertThat(pods.path("shortNames")).isEqualTo(json("[po]"));
        assertThat(pods.path("categories")).isEqualTo(json("[all]"));
        assertThat(pods.path("verbs"))
                .isEqualTo(json("[create, delete, deletecollection, get, list, patch, update, watch]"));
    }

    @Test
    default void subresourcesAreListedToo() {
        assertThat(api().get("/api/v1").at("/resources").findValuesAsText("name"))
                .contains("pods/status", "pods/binding");
        assertThat(api().get("/apis/resource.k8s.io/v1").at("/resources").findValuesAsText("name"))
                .containsExactlyInAnyOrder(
                        "deviceclasses",
                        "resourceclaims",
                        "resourceclaims/status",
                        "resourceclaimtemplates",
                        "resourceslices");
    }

    @Test
    default void groupsComeAllAtOnceForWhoAsks() {
        Reply all = api().get("/apis", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList")
                .is(200);

        assertThat(all.text("/kind")).isEqualTo("APIGroupDiscoveryList");
        assertThat(all.text("/apiVersion")).isEqualTo("apidiscovery.k8s.io/v2");
        assertThat(all.at("/items").findValuesAsText("name")).contains("resource.k8s.io");
    }

    @Test
    default void theServerIsReady() {
        assertThat(api().get("/readyz").code()).isEqualTo(200);
        assertThat(api().get("/healthz").code()).isEqualTo(200);
        assertThat(api().get("/version").is(200).text("/major")).isEqualTo("1");
    }

    @Test
    default void aTableHasColumnsAndRows() {
        configMap("a", "{k: v}");

        Reply table = api().get(
                        core("configmaps?fieldSelector=metadata.name=a"),
                        "application/json;as=Table;v=v1;g=meta.k8s.io")
                .is(200);

        assertThat(table.text("/kind")).isEqualTo("Table");
        assertThat(table.text("/apiVersion")).isEqualTo("meta.k8s.io/v1");
        assertThat(table.at("/columnDefinitions").findValuesAsText("name")).containsExactly("Name", "Data", "Age");
        assertThat(table.at("/rows/0/cells/0").asText()).isEqualTo("a");
        assertThat(table.at("/rows/0/cells/1").asInt()).isEqualTo(1);
        assertThat(table.text("/rows/0/object/kind")).isEqualTo("PartialObjectMetadata");
    }

    @Test
    default void podsHaveTheColumnsThatPeopleKnow() {
        pod("p");

        Reply table = api().get(core("pods"), "application/json;as=Table;v=v1;g=meta.k8s.io")
                .is(200);

        assertThat(table.at("/columnDefinitions").findValuesAsText("name"))
                .containsExactly(
                        "Name",
                        "Ready",
                        "Status",
                        "Restarts",
                        "Age",
                        "IP",
                        "Node",
                        "Nominated Node",
                        "Readiness Gates");
        assertThat(table.at("/rows/0/cells/1").asText()).isEqualTo("0/1");
        assertThat(table.at("/rows/0/cells/2").asText()).isEqualTo("Pending");
    }

    @Test
    default void metadataComesAloneForWhoAsks() {
        configMap("a", "{k: v}");

        Reply partial = api().get(core("configmaps/a"), "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io")
                .is(200);

        assertThat(partial.text("/kind")).isEqualTo("PartialObjectMetadata");
        assertThat(partial.text("/metadata/name")).isEqualTo("a");
        assertThat(partial.body().has("data")).isFalse();
    }

    @Test
    default void aFormThatNobodyKnowsIsNotAcceptable() {
        assertThat(api().get(core("configmaps"), "text/nonsense").code()).isEqualTo(406);
    }
}
