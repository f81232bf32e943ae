package io.fairlead.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Decides what becomes of the next event: written, counted onto one that was written before, or dropped.
 *
 * <p>Three limits, those of the Kubernetes components: the same event again is counted; from the 10th different message
 * within 10 minutes for the same object and reason they are counted together; and one object gets 25 at once, then one
 * more every 5 minutes. Owned by one thread. Remembers a bounded number of events; a forgotten one starts anew.
 */
final class EventTally {
    static final int SIMILAR = 10;
    static final Duration SIMILAR_WITHIN = Duration.ofMinutes(10);
    static final int BURST = 25;
    static final Duration REFILL = Duration.ofMinutes(5);
    private static final int REMEMBERED = 4096;
    private static final String COMBINED = "(combined from similar events): ";

    /** Whom an event is about and of what sort it is, without its message. */
    record Topic(String object, String type, String reason) {}

    sealed interface Verdict {
        record Create(String name, String message) implements Verdict {}

        record Count(String name, String message, int count) implements Verdict {}

        record Drop() implements Verdict {}
    }

    private record Exact(Topic topic, String message) {}

    private record Written(String name, int count) {}

    private record Similar(Set<String> messages, Instant last) {}

    private record Bucket(double tokens, Instant at) {}

    private final Map<Exact, Written> written = new Remembering<>();
    private final Map<Topic, Similar> similar = new Remembering<>();
    private final Map<String, Bucket> buckets = new Remembering<>();

    Verdict next(Topic topic, String message, String newName, Instant now) {
        boolean combined = isOneOfTooMany(topic, message, now);
        String said = combined ? COMBINED + message : message;
        // Combined ones share one entry whatever they say, so that they are counted together.
        Exact exact = new Exact(topic, combined ? COMBINED : message);
        if (!takeToken(topic.object(), now)) {
            return new Verdict.Drop();
        }
        Written before = written.get(exact);
        Written after = before == null ? new Written(newName, 1) : new Written(before.name(), before.count() + 1);
        written.put(exact, after);
        return before == null
                ? new Verdict.Create(after.name(), said)
                : new Verdict.Count(after.name(), said, after.count());
    }

    /** The event that was to be counted onto is gone from the server: this one takes its place, counted from one. */
    void restart(Topic topic, String message, String newName) {
        written.put(new Exact(topic, message.startsWith(COMBINED) ? COMBINED : message), new Written(newName, 1));
    }

    private boolean isOneOfTooMany(Topic topic, String message, Instant now) {
        Similar before = similar.get(topic);
        boolean recent = before != null && !before.last().plus(SIMILAR_WITHIN).isBefore(now);
        Set<String> messages = before != null && recent ? before.messages() : new HashSet<>();
        if (messages.size() < SIMILAR) {
            messages.add(message);
        }
        similar.put(topic, new Similar(messages, now));
        return messages.size() >= SIMILAR;
    }

    private boolean takeToken(String object, Instant now) {
        Bucket before = buckets.getOrDefault(object, new Bucket(BURST, now));
        double refilled = Duration.between(before.at(), now).toMillis() / (double) REFILL.toMillis();
        double tokens = Math.min(BURST, before.tokens() + refilled);
        boolean granted = tokens >= 1;
        buckets.put(object, new Bucket(granted ? tokens - 1 : tokens, now));
        return granted;
    }

    private static final class Remembering<K, V> extends LinkedHashMap<K, V> {
        Remembering() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > REMEMBERED;
        }
    }
}
