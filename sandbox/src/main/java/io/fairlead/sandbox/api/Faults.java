package io.fairlead.sandbox.api;

import io.fairlead.sandbox.http.Interference;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.status.StatusException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Faults for tests: requests that fail or are slow, watches that break off.
 *
 * <p>{@code faults.on("update", "pods").named("web").skip(1).times(2).fail(503)} lets the first update of the pod through
 * and fails the next two. Safe to use from any thread.
 */
public final class Faults {
    private final List<Fault> active = new CopyOnWriteArrayList<>();
    /** How often the watches of a resource were dropped; the empty name counts drops of all. */
    private final Map<String, Long> drops = new ConcurrentHashMap<>();

    private final Runnable wakeWatches;

    Faults(Runnable wakeWatches) {
        this.wakeWatches = wakeWatches;
    }

    /**
     * Begins a fault on matching requests.
     *
     * @param verb {@code create}, {@code get}, {@code list}, {@code watch}, {@code update}, {@code patch}, {@code delete},
     *     {@code deletecollection}; empty for all
     * @param resource a plural with its subresource, such as {@code pods} or {@code pods/status}; empty for all
     */
    public When on(String verb, String resource) {
        return new When(this, verb, resource, "", 0, Long.MAX_VALUE);
    }

    /** Ends all watches that run now; clients may start new ones. */
    public void dropWatches() {
        dropWatches("");
    }

    /** Ends all watches of a resource that run now. */
    public void dropWatches(String resource) {
        drops.merge(resource, 1L, Long::sum);
        wakeWatches.run();
    }

    /** Takes all faults back. */
    public void clear() {
        active.clear();
    }

    /** Which requests a fault is for. */
    public record When(Faults faults, String verb, String resource, String name, long skipped, long count) {
        /** Only requests for this object. */
        public When named(String newName) {
            return new When(faults, verb, resource, newName, skipped, count);
        }

        /** Lets the first n matching requests through. */
        public When skip(long n) {
            return new When(faults, verb, resource, name, n, count);
        }

        /** Is over after n requests; without it, the fault stays until {@link Faults#clear}. */
        public When times(long n) {
            return new When(faults, verb, resource, name, skipped, n);
        }

        /** Answers with this status code instead of doing anything. */
        public void fail(int code) {
            faults.active.add(new Fault(this, code, Duration.ZERO));
        }

        /** Answers as if somebody else had changed the object first. */
        public void conflict() {
            fail(409);
        }

        /** Does what was asked, but later. */
        public void delay(Duration duration) {
            faults.active.add(new Fault(this, 0, duration));
        }
    }

    private record Fault(When when, int code, Duration delay, AtomicLong seen) {
        Fault(When when, int code, Duration delay) {
            this(when, code, delay, new AtomicLong());
        }

        boolean strikes(Call call) {
            String resource =
                    call.type().names().plural() + (call.subresource().isEmpty() ? "" : "/" + call.subresource());
            boolean matches =
                    (when.verb.isEmpty() || when.verb.equals(call.verb().word()))
                            && (when.resource.isEmpty() || when.resource.equals(resource))
                            && (when.name.isEmpty() || when.name.equals(call.name()));
            if (!matches) {
                return false;
            }
            long number = seen.getAndIncrement();
            return number >= when.skipped && number - when.skipped < when.count;
        }
    }

    private long dropsSoFar(String resource) {
        return drops.getOrDefault("", 0L) + drops.getOrDefault(resource, 0L);
    }

    Interference interference() {
        return new Interference() {
            @Override
            public void before(Call call) throws InterruptedException {
                for (Fault fault : active) {
                    if (fault.strikes(call)) {
                        strike(fault, call);
                    }
                }
            }

            @Override
            public BooleanSupplier dropped(Call call) {
                String resource = call.type().names().plural();
                long before = dropsSoFar(resource);
                return () -> dropsSoFar(resource) != before;
            }
        };
    }

    private static void strike(Fault fault, Call call) throws InterruptedException {
        Thread.sleep(fault.delay());
        if (fault.code() == 409) {
            throw StatusException.modified(call.subject());
        }
        if (fault.code() != 0) {
            throw StatusException.of(fault.code(), "ServiceUnavailable", "a fault was injected for a test");
        }
    }
}
