package io.fairlead.sandbox.store;

import org.jspecify.annotations.Nullable;

/**
 * One change of a shelf and the way to the next one. Watches walk this chain at their own pace; what no watch and no
 * history points to is garbage.
 */
public final class Change {
    private final long version;
    private final @Nullable Stored before;
    private final @Nullable Stored after;
    private final @Nullable Stored last;
    private volatile @Nullable Change next;

    private Change(long version, @Nullable Stored before, @Nullable Stored after, @Nullable Stored last) {
        this.version = version;
        this.before = before;
        this.after = after;
        this.last = last;
    }

    /** Where a chain begins: a change that changed nothing. */
    static Change origin(long version) {
        return new Change(version, null, null, null);
    }

    static Change added(Stored after) {
        return new Change(after.version(), null, after, after);
    }

    static Change modified(Stored before, Stored after) {
        return new Change(after.version(), before, after, after);
    }

    /** {@code last} is the deleted object as watches see it: with the resource version of its deletion. */
    static Change deleted(Stored before, Stored last) {
        return new Change(last.version(), before, null, last);
    }

    public long version() {
        return version;
    }

    /** The object before; null when this change created it. */
    public @Nullable Stored before() {
        return before;
    }

    /** The object after; null when this change deleted it. */
    public @Nullable Stored after() {
        return after;
    }

    /** The object as it was announced: after the change, or at its deletion; null only at the origin. */
    public @Nullable Stored last() {
        return last;
    }

    public @Nullable Change next() {
        return next;
    }

    void link(Change following) {
        next = following;
    }
}
