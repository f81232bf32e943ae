package io.fairlead.contract.api;

import static io.fairlead.contract.api.Api.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Lists: which objects, in which order, how many at a time. */
interface SelectorContract extends Contract {
    record Selection(String selector, List<String> names) {}

    private void fourLeases() {
        api().post(leases(""), "{metadata: {name: a, labels: {app: web, tier: front}}}")
                .is(201);
        api().post(leases(""), "{metadata: {name: b, labels: {app: web, tier: back}}}")
                .is(201);
        api().post(leases(""), "{metadata: {name: c, labels: {app: db}}}").is(201);
        api().post(leases(""), "{metadata: {name: d}}").is(201);
    }

    @TestFactory
    default Stream<DynamicTest> labelSelectors() {
        fourLeases();
        return Stream.of(
                        new Selection("app=web", List.of("a", "b")),
                        new Selection("app==db", List.of("c")),
                        new Selection("app!=web", List.of("c", "d")),
                        new Selection("app", List.of("a", "b", "c")),
                        new Selection("!app", List.of("d")),
                        new Selection("app in (web,db),tier notin (back)", List.of("a", "c")),
                        new Selection("app=web,tier=front", List.of("a")),
                        new Selection("tier notin (front)", List.of("b", "c", "d")))
                .map(each -> DynamicTest.dynamicTest(
                        each.selector(),
                        () -> assertThat(api().get(leases("?labelSelector=" + each.selector()))
                                        .is(200)
                                        .names())
                                .isEqualTo(each.names())));
    }

    @Test
    default void aBadLabelSelectorIsRefused() {
        Reply refused = api().get(leases("?labelSelector=a%3D%3D%3Db"));

        refused.isRefused(400, "BadRequest");
        assertThat(refused.text("/message")).startsWith("unable to parse requirement: found '=', expected: identifier");
    }

    @Test
    default void fieldsOfMetadataCanBeSelectedOfEveryKind() {
        fourLeases();

        assertThat(api().get(leases("?fieldSelector=metadata.name=b")).names()).containsExactly("b");
        assertThat(api().get(leases("?fieldSelector=metadata.name!=b")).names()).containsExactly("a", "c", "d");
        assertThat(api().get("/apis/coordination.k8s.io/v1/leases?fieldSelector=metadata.namespace=" + namespace())
                        .names())
                .containsExactly("a", "b", "c", "d");
    }

    @Test
    default void podsAreSelectedByNodeAndPhase() {
        pod("free");
        pod("bound");
        api().post(core("pods/bound/binding"), "{metadata: {name: bound}, target: {kind: Node, name: n1}}")
                .is(201);
        api().patch(core("pods/bound/status"), Api.MERGE_PATCH, "{status: {phase: Running}}")
                .is(200);

        assertThat(api().get(core("pods?fieldSelector=spec.nodeName=n1")).names())
                .containsExactly("bound");
        assertThat(api().get(core("pods?fieldSelector=spec.nodeName=")).names()).containsExactly("free");
        assertThat(api().get(core("pods?fieldSelector=status.phase=Running,spec.nodeName=n1"))
                        .names())
                .containsExactly("bound");
        assertThat(api().get(core("pods?fieldSelector=status.phase!=Running")).names())
                .containsExactly("free");
    }

    @Test
    default void eventsAreSelectedByWhatTheyAreAbout() {
        String event = "{metadata: {name: %s}, involvedObject: {kind: Pod, name: %s, namespace: " + namespace()
                + "}, reason: R}";
        api().post(core("events"), event.formatted("e1", "p1")).is(201);
        api().post(core("events"), event.formatted("e2", "p2")).is(201);

        assertThat(api().get(core("events?fieldSelector=involvedObject.name=p2,involvedObject.kind=Pod"))
                        .names())
                .containsExactly("e2");
    }

    @Test
    default void otherFieldsCannotBeSelected() {
        api().get(core("configmaps?fieldSelector=data.a=b"))
                .isRefused(
                        400,
                        "BadRequest",
                        "\"data.a\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"");
    }

    @Test
    default void anUnknownFieldOfAPodIsRefused() {
        Reply refused = api().get(core("pods?fieldSelector=spec.nonsense=b"));

        refused.isRefused(400, "BadRequest");
        assertThat(refused.text("/message")).endsWith("field label not supported: spec.nonsense");
    }

    @Test
    default void aBadFieldSelectorIsRefused() {
        Reply refused = api().get(core("configmaps?fieldSelector=nonsense"));

        refused.isRefused(400, "BadRequest");
        assertThat(refused.text("/message")).contains("invalid selector: 'nonsense'; can't understand 'nonsense'");
    }

    @Test
    default void aListKnowsItsKindAndVersion() {
        Reply empty = api().get(leases("")).is(200);

        assertThat(empty.text("/kind")).isEqualTo("LeaseList");
        assertThat(empty.text("/apiVersion")).isEqualTo("coordination.k8s.io/v1");
        assertThat(empty.version()).matches("[1-9][0-9]*");
        assertThat(empty.at("/items")).isEqualTo(json("[]"));
    }

    @Test
    default void itemsOfABuiltInListDoNotRepeatTheirKind() {
        fourLeases();

        assertThat(api().get(leases("")).at("/items/0").has("kind")).isFalse();
    }

    @Test
    default void aListComesInPages() {
        fourLeases();

        Reply first = api().get(leases("?limit=3")).is(200);
        Reply second = api().get(leases("?limit=3&continue=" + first.text("/metadata/continue")))
                .is(200);

        assertThat(first.names()).containsExactly("a", "b", "c");
        assertThat(first.at("/metadata/remainingItemCount").asInt()).isEqualTo(1);
        assertThat(second.names()).containsExactly("d");
        assertThat(second.at("/metadata").has("continue")).isFalse();
        assertThat(second.version()).isEqualTo(first.version());
    }

    @Test
    default void pagesShowTheListAsItWas() {
        fourLeases();
        Reply first = api().get(leases("?limit=2")).is(200);
        api().post(leases(""), "{metadata: {name: bb}}").is(201);
        api().delete(leases("/d")).is(200);

        Reply second = api().get(leases("?limit=2&continue=" + first.text("/metadata/continue")))
                .is(200);

        assertThat(second.names()).containsExactly("c", "d");
    }

    @Test
    default void aPageOfASelectionDoesNotSayHowManyRemain() {
        fourLeases();

        Reply page = api().get(leases("?limit=1&labelSelector=app%3Dweb")).is(200);

        assertThat(page.names()).containsExactly("a");
        assertThat(page.at("/metadata").has("remainingItemCount")).isFalse();
        assertThat(page.text("/metadata/continue")).isNotEmpty();
    }

    @Test
    default void aBadContinuationIsRefused() {
        Reply refused = api().get(leases("?limit=1&continue=nonsense"));

        refused.isRefused(400, "BadRequest");
        assertThat(refused.text("/message")).startsWith("invalid continue token: continue key is not valid");
    }

    @Test
    default void aListOfAllNamespacesHasThisOne() {
        fourLeases();

        assertThat(api().get("/apis/coordination.k8s.io/v1/leases?labelSelector=tier%3Dfront")
                        .at("/items")
                        .valueStream()
                        .map(item -> item.at("/metadata/namespace").asText()))
                .contains(namespace());
    }

    @Test
    default void aVersionThatIsNoNumberIsRefused() {
        Reply refused = api().get(leases("?resourceVersion=nonsense"));

        refused.isRefused(400, "BadRequest");
        assertThat(refused.text("/message")).contains("nonsense");
    }

    @Test
    default void howToMatchAVersionNeedsAVersion() {
        api().get(leases("?resourceVersionMatch=Exact"))
                .isInvalid(
                        "resourceVersionMatch",
                        "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided");
    }

    @Test
    default void aListMayAskForAnExactVersion() {
        fourLeases();
        String before = api().get(leases("")).version();
        api().post(leases(""), "{metadata: {name: e}}").is(201);

        Reply exact = api().get(leases("?resourceVersion=" + before + "&resourceVersionMatch=Exact"))
                .is(200);

        assertThat(exact.names()).containsExactly("a", "b", "c", "d");
    }
}
