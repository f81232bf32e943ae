package io.fairlead.agent.offer;

import io.fairlead.host.MdevParent;
import io.fairlead.host.MdevType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The most instances of each type that a parent could make at any time since the agent began to look.
 *
 * <p>A parent says only how many more it can make now, which falls for all its types when one is made. The most that was
 * ever seen tells how big one type is beside another.
 */
public final class MdevMost {
    private record Key(String parent, String type) {}

    private final Map<Key, Integer> most = new ConcurrentHashMap<>();

    int of(MdevParent parent, MdevType type, int now) {
        return most.merge(new Key(parent.name(), type.id()), now, Math::max);
    }
}
