package io.fairlead.sandbox.node.dra;

import io.fairlead.reconcile.Key;
import io.fairlead.sandbox.node.checkpoint.Checkpoint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The claims that the kubelet has in hand, by name, and their checkpoint. Whether they are prepared is not in it. */
final class ClaimCache {
    private final Checkpoint<ClaimRecord> checkpoint;
    // Both guarded by this.
    private final Map<Key, ClaimRecord> claims = new HashMap<>();
    private final Set<String> prepared = new HashSet<>();

    ClaimCache(Checkpoint<ClaimRecord> checkpoint) {
        this.checkpoint = checkpoint;
        checkpoint.read().forEach(claim -> claims.put(claim.key(), claim));
    }

    /** Notes that the pod uses the claim, before anything is prepared for it. Says whether it still has to be. */
    synchronized boolean use(ClaimRecord claim, String pod) throws DraException {
        ClaimRecord known = claims.getOrDefault(claim.key(), claim);
        if (!known.uid().equals(claim.uid())) {
            throw new DraException(
                    "old ResourceClaim with same name %s and different UID %s still exists (previous pod force-deleted?!)"
                            .formatted(claim.name(), known.uid()));
        }
        claims.put(claim.key(), known.withPod(pod));
        save();
        return !prepared.contains(claim.uid());
    }

    synchronized void prepared(Key claim, String driver, List<PreparedDevice> devices) {
        claims.computeIfPresent(claim, (_, record) -> record.withDevices(driver, devices));
    }

    /** All drivers of these claims have done their part. */
    synchronized void markPrepared(List<ClaimRecord> done) {
        done.forEach(claim -> prepared.add(claim.uid()));
        save();
    }

    /** Empty when the pod does not use the claim, or is not the last to do so; then it is taken off the list. */
    synchronized Optional<ClaimRecord> leave(Key key, String pod) {
        ClaimRecord claim = claims.get(key);
        if (claim == null || !claim.pods().contains(pod)) {
            return Optional.empty();
        }
        if (claim.pods().size() > 1) {
            claims.put(key, claim.withoutPod(pod));
            save();
            return Optional.empty();
        }
        return Optional.of(claim);
    }

    synchronized void forget(List<ClaimRecord> unprepared) {
        for (ClaimRecord claim : unprepared) {
            claims.remove(claim.key());
            prepared.remove(claim.uid());
        }
        save();
    }

    synchronized Optional<ClaimRecord> find(Key key) {
        return Optional.ofNullable(claims.get(key));
    }

    synchronized List<ClaimRecord> all() {
        return List.copyOf(claims.values());
    }

    void abandon() {
        checkpoint.abandon();
    }

    private void save() {
        checkpoint.write(List.copyOf(claims.values()));
    }
}
