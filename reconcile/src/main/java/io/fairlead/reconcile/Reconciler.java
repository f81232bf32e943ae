package io.fairlead.reconcile;

/**
 * Brings the world of one key to where it should be.
 *
 * <p>Called on a virtual thread of its controller, so it may block. Different keys run at the same time, up to the
 * controller's number of workers; the same key never does. It is told only that something about the key may have
 * changed, perhaps long ago, perhaps not at all: it must read the whole state, be idempotent, and write nothing when
 * nothing differs. The object may be gone.
 *
 * <p>Whatever it throws counts as {@link Result#failed}: logged, counted, tried again later. That the
 * server has something newer (409), or nothing any more (404), is the everyday case of that and is logged quietly. An interrupt means that the controller's time to stop has run out.
 */
@FunctionalInterface
public interface Reconciler<K> {
    Result reconcile(K key) throws Exception;
}
