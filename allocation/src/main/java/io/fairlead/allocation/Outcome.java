package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.AllocationResult;
import java.util.List;

/** What came of an attempt to allocate claims on a node. */
public sealed interface Outcome {
    /** One result for each claim, in their order. */
    record Allocated(List<AllocationResult> results) implements Outcome {
        public Allocated {
            results = List.copyOf(results);
        }
    }

    /** The node cannot give these claims their devices, now. */
    record Unallocatable() implements Outcome {}

    /** Something in the claims, classes or slices makes an answer impossible; waiting does not help. */
    record Failed(String message) implements Outcome {}
}
