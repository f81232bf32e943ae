package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceConstraint;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceSelector;
import io.fairlead.allocation.Explainer.Hurdle;
import io.fairlead.allocation.Reason.Obstacle;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** All that could be in the way of claims on a node, the nearest to the user first. */
final class Hurdles {
    private final Question question;
    private final Findings findings;
    private final List<Hurdle> hurdles = new ArrayList<>();

    Hurdles(Question question, Findings findings) {
        this.question = question;
        this.findings = findings;
    }

    List<Hurdle> all() {
        for (Claim claim : findings.claims()) {
            for (int request = 0; request < claim.requests().size(); request++) {
                addSelectors(claim, request);
            }
        }
        addClassSelectors();
        hurdles.add(new Hurdle(Obstacle.TAINT, site(), Question::withoutTaints, findings::tainted));
        hurdles.add(new Hurdle(Obstacle.TAKEN, site(), Question::withoutHolders, findings::taken));
        for (Claim claim : findings.claims()) {
            addCapacity(claim);
        }
        hurdles.add(new Hurdle(Obstacle.COUNTER, site(), Question::withoutCounters, findings::shortCounters));
        for (Claim claim : findings.claims()) {
            List<DeviceConstraint> constraints =
                    claim.resource().getSpec().getDevices().getConstraints();
            for (int i = 0; i < constraints.size(); i++) {
                int number = i;
                hurdles.add(new Hurdle(
                        Obstacle.CONSTRAINT,
                        claim.title(),
                        relaxed -> relaxed.withoutConstraint(claim.index(), number),
                        () -> findings.constraint(claim, claim.constraints().get(number))));
            }
        }
        return hurdles;
    }

    private String site() {
        return "node " + question.node().getMetadata().getName();
    }

    private void addSelectors(Claim claim, int request) {
        List<Ask> asks = claim.requests().get(request);
        for (int alternative = 0; alternative < asks.size(); alternative++) {
            Ask ask = asks.get(alternative);
            int which = ask.demand().subRequest() == null ? -1 : alternative;
            List<DeviceSelector> selectors = ask.demand().selectors();
            for (int i = 0; i < selectors.size(); i++) {
                int number = i;
                String expression = selectors.get(i).getCel().getExpression();
                hurdles.add(new Hurdle(
                        Obstacle.SELECTOR,
                        claim.title() + ", request " + ask.demand().name(),
                        relaxed -> relaxed.withoutSelector(claim.index(), request, which, number),
                        () -> findings.selector(ask, "selector", expression)));
            }
        }
    }

    private void addClassSelectors() {
        Set<String> seen = new LinkedHashSet<>();
        for (Claim claim : findings.claims()) {
            claim.requests()
                    .forEach(asks -> asks.forEach(ask -> {
                        String name = ask.demand().className();
                        List<DeviceSelector> selectors =
                                ask.deviceClass().getSpec().getSelectors();
                        for (int i = 0; seen.add(name + "#" + i) && i < selectors.size(); i++) {
                            int number = i;
                            String expression = selectors.get(i).getCel().getExpression();
                            hurdles.add(new Hurdle(
                                    Obstacle.SELECTOR,
                                    claim.title() + ", request " + ask.demand().name(),
                                    relaxed -> relaxed.withoutClassSelector(name, number),
                                    () -> findings.selector(ask, "class " + name, expression)));
                        }
                    }));
        }
    }

    private void addCapacity(Claim claim) {
        for (int i = 0; i < claim.requests().size(); i++) {
            int request = i;
            for (Ask ask : claim.requests().get(i)) {
                if (!ask.demand().requestedCapacity().isEmpty()) {
                    hurdles.add(new Hurdle(
                            Obstacle.CAPACITY,
                            claim.title() + ", request " + ask.demand().name(),
                            relaxed -> relaxed.withoutCapacity(claim.index(), request),
                            () -> findings.capacity(ask)));
                }
            }
        }
    }
}
