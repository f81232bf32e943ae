package io.fairlead.sandbox.lifecycle;

import io.fairlead.sandbox.store.Change;
import io.fairlead.sandbox.store.Stored;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which objects exist, by uid, and which name them as owner. */
final class Dependents {
    private final Map<String, Set<ObjectKey>> byOwner = new HashMap<>();
    private final Map<String, ObjectKey> alive = new HashMap<>();

    void follow(Change change) {
        Stored before = change.before();
        Stored after = change.after();
        if (before != null) {
            alive.remove(before.uid());
            for (Owners.Owner owner : Owners.of(before)) {
                Set<ObjectKey> keys = byOwner.get(owner.uid());
                if (keys != null && keys.remove(ObjectKey.of(before)) && keys.isEmpty()) {
                    byOwner.remove(owner.uid());
                }
            }
        }
        if (after != null) {
            alive.put(after.uid(), ObjectKey.of(after));
            for (Owners.Owner owner : Owners.of(after)) {
                byOwner.computeIfAbsent(owner.uid(), uid -> new HashSet<>()).add(ObjectKey.of(after));
            }
        }
    }

    List<ObjectKey> of(String uid) {
        return List.copyOf(byOwner.getOrDefault(uid, Set.of()));
    }

    boolean isAlive(String uid) {
        return alive.containsKey(uid);
    }
}
