package io.fairlead.reconcile;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.EventSource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fairlead.reconcile.EventTally.Topic;
import io.fairlead.reconcile.EventTally.Verdict;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people what happened to an object, as core/v1 Events.
 *
 * <p>Callers never wait and never fail: one thread of its own writes, a thousand may be on their way, more are dropped,
 * and what the server refuses is logged. {@link EventTally} keeps a repeated event from becoming a flood.
 */
public final class Events implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Events.class);

    private final KubernetesClient client;
    private final EventSource source;
    private final InstantSource clock;
    private final ThreadPoolExecutor writer;
    private final EventTally tally = new EventTally(); // owned by the writer's thread

    /** {@code host} is the node that the component speaks from, or empty. */
    public Events(KubernetesClient client, String component, String host, InstantSource clock) {
        this.client = client;
        this.source = new EventSource(component, host.isEmpty() ? null : host);
        this.clock = clock;
        this.writer = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(1000),
                Thread.ofVirtual().name("events-" + component).factory(),
                (_, _) -> log.debug("{}: event dropped, too many on their way", component));
    }

    public void normal(HasMetadata about, String reason, String message) {
        record(about, "Normal", reason, message);
    }

    public void warning(HasMetadata about, String reason, String message) {
        record(about, "Warning", reason, message);
    }

    private void record(HasMetadata about, String type, String reason, String message) {
        ObjectReference object = referenceTo(about);
        Instant now = clock.instant();
        writer.execute(() -> {
            try {
                write(object, type, reason, message, now);
            } catch (RuntimeException e) {
                log.warn(
                        "event {} about {} not written: {}",
                        reason,
                        about.getMetadata().getName(),
                        e.toString());
            }
        });
    }

    private void write(ObjectReference about, String type, String reason, String message, Instant now) {
        Topic topic = new Topic(
                String.join("/", about.getKind(), namespaceOf(about), about.getName(), about.getUid()), type, reason);
        String newName = about.getName() + "." + Long.toHexString(now.getEpochSecond() * 1_000_000_000 + now.getNano());
        switch (tally.next(topic, message, newName, now)) {
            case Verdict.Drop _ -> log.debug("event {} about {} dropped: too many", reason, about.getName());
            case Verdict.Create(String name, String said) -> create(about, name, type, reason, said, now);
            case Verdict.Count(String name, String said, int count) -> {
                if (!count(namespaceOf(about), name, said, count, now)) {
                    tally.restart(topic, said, newName);
                    create(about, newName, type, reason, said, now);
                }
            }
        }
    }

    private void create(ObjectReference about, String name, String type, String reason, String message, Instant now) {
        Event event = new EventBuilder()
                .withNewMetadata()
                .withNamespace(namespaceOf(about))
                .withName(name)
                .endMetadata()
                .withInvolvedObject(about)
                .withType(type)
                .withReason(reason)
                .withMessage(message)
                .withSource(source)
                .withReportingComponent(source.getComponent())
                .withReportingInstance(source.getHost())
                .withFirstTimestamp(Timestamps.seconds(now))
                .withLastTimestamp(Timestamps.seconds(now))
                .withCount(1)
                .build();
        client.v1().events().resource(event).create();
    }

    private boolean count(String namespace, String name, String message, int count, Instant now) {
        String patch = Serialization.asJson(
                Map.of("count", count, "message", message, "lastTimestamp", Timestamps.seconds(now)));
        try {
            // Given as an object, because by name alone it would be read first, which takes a permission of its own.
            Event known = new EventBuilder()
                    .withNewMetadata()
                    .withNamespace(namespace)
                    .withName(name)
                    .endMetadata()
                    .build();
            client.v1().events().resource(known).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private static String namespaceOf(ObjectReference about) {
        return Objects.requireNonNullElse(about.getNamespace(), "default");
    }

    private static ObjectReference referenceTo(HasMetadata about) {
        return new ObjectReferenceBuilder()
                .withApiVersion(about.getApiVersion())
                .withKind(about.getKind())
                .withNamespace(about.getMetadata().getNamespace())
                .withName(about.getMetadata().getName())
                .withUid(about.getMetadata().getUid())
                .withResourceVersion(about.getMetadata().getResourceVersion())
                .build();
    }

    /** Writes what was recorded so far, within a few seconds. */
    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(5, TimeUnit.SECONDS)) {
                writer.shutdownNow();
            }
        } catch (InterruptedException _) {
            writer.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
