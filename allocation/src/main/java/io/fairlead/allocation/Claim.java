package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import java.util.ArrayList;
import java.util.List;

/** A claim on its way through the search: its constraints, and for each request the alternatives to meet it with. */
final class Claim {
    private final int index;
    private final ResourceClaim claim;
    private final List<Constraint> constraints;
    private final List<List<Ask>> requests = new ArrayList<>();

    Claim(int index, ResourceClaim claim, List<Constraint> constraints) {
        this.index = index;
        this.claim = claim;
        this.constraints = constraints;
    }

    int index() {
        return index;
    }

    ResourceClaim resource() {
        return claim;
    }

    String title() {
        return "claim " + Names.of(claim);
    }

    List<Constraint> constraints() {
        return constraints;
    }

    /** Per request its alternatives; a request without alternatives is a list of one. */
    List<List<Ask>> requests() {
        return requests;
    }
}
