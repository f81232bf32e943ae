package io.fairlead.allocation;

import java.util.Comparator;

/** A driver's pool. */
record PoolId(String driver, String name) implements Comparable<PoolId> {
    private static final Comparator<PoolId> ORDER =
            Comparator.comparing(PoolId::driver).thenComparing(PoolId::name);

    @Override
    public int compareTo(PoolId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return driver + "/" + name;
    }
}
