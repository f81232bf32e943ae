package io.fairlead.allocation;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Keeps a search out of branches that end nowhere, and never out of one that ends in a solution or an error: so the
 * answer stays the one that trying everything in order would give.
 *
 * <p>A branch is left out when a count shows that it cannot end well ({@link Bounds}), when the same state was dead
 * before, or when a device of the same {@link Kinds kind} was tried in its place.
 */
final class Guide {
    private static final int MOST_REMEMBERED = 500_000;

    private record State(int hash, List<Integer> code) {
        static State of(int[] code) {
            return new State(Arrays.hashCode(code), Arrays.stream(code).boxed().toList());
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private final Site site;
    private final List<Claim> claims;
    private final List<List<Ask>> requests;
    private final Choices choices;
    private final Bounds bounds;
    private final Kinds kinds;
    /** Requests that can end the search with an error, by position. */
    private final BitSet hazards;

    private final Set<State> dead = new HashSet<>();

    Guide(Site site, List<Claim> claims, Choices choices) {
        this.site = site;
        this.claims = claims;
        this.choices = choices;
        requests = claims.stream().flatMap(claim -> claim.requests().stream()).toList();
        List<Ask> asks = requests.stream().flatMap(List::stream).toList();
        bounds = new Bounds(site, asks, choices);
        kinds = new Kinds(site, claims, asks, bounds);
        hazards = hazards();
    }

    private BitSet hazards() {
        BitSet found = new BitSet();
        for (int position = 0; position < requests.size(); position++) {
            found.set(position, requests.get(position).stream().anyMatch(ask -> isHazard(ask)));
        }
        boolean mayBeTooMany = claims.stream().anyMatch(Guide::mayBeTooMany);
        if (mayBeTooMany && !found.isEmpty()) {
            // The rule that ends such a search early decides whether it comes across the error.
            found.set(0, requests.size());
        }
        return found;
    }

    private boolean isHazard(Ask ask) {
        if (ask.all() != null) {
            return ask.constraints().length > 0;
        }
        boolean admin = ask.demand().hasAdminAccess();
        return IntStream.range(0, site.size())
                .anyMatch(device -> (admin || !site.isHeld(device)) && ask.verdict(device) == Ask.Verdict.ERROR);
    }

    private static boolean mayBeTooMany(Claim claim) {
        long most = claim.requests().stream()
                .mapToLong(asks -> asks.stream().mapToLong(Ask::needed).max().orElse(0))
                .sum();
        return most > Plan.MOST_RESULTS;
    }

    /** Whether the demand, with so many devices chosen already and the rest to come from {@code start} on, has no end. */
    boolean isHopeless(Ask ask, int chosen, int start) {
        if (hazards.get(ask.position())) {
            return false;
        }
        if (ask.all() == null && !bounds.isEnough(ask, ask.needed() - chosen, start)) {
            return true;
        }
        if (chosen > 0) {
            return false;
        }
        BitSet together = new BitSet();
        long needed = 0;
        for (int position = ask.position(); position < requests.size() && !hazards.get(position); position++) {
            List<Ask> asks = position == ask.position() ? List.of(ask) : requests.get(position);
            if (position > ask.position() && asks.stream().noneMatch(bounds::isEnough)) {
                return true;
            }
            if (asks.stream().allMatch(bounds::isExclusive)) {
                asks.forEach(other -> together.or(bounds.available(other, 0)));
                needed += asks.stream().mapToInt(Ask::needed).min().orElse(0);
                if (together.cardinality() < needed) {
                    return true;
                }
            }
        }
        return false;
    }

    int kind(int device) {
        return kinds.of(device);
    }

    boolean wasDead(int[] state) {
        return dead.contains(State.of(state));
    }

    void remember(int[] state) {
        if (dead.size() < MOST_REMEMBERED) {
            dead.add(State.of(state));
        }
    }

    /** All that decides how a branch ends, up to the exchange of devices of one kind. */
    int[] state(Ask ask, int chosen, int start) {
        int current = ask.claim().index();
        IntStream.Builder code = IntStream.builder();
        code.add(ask.number()).add(chosen).add(start);
        code.add(choices.picks(current).size());
        for (Constraint constraint : ask.claim().constraints()) {
            int[] state = constraint.state();
            code.add(constraint.isEmpty() ? -1 : state.length);
            Arrays.stream(state).forEach(code::add);
        }
        IntStream.Builder used = IntStream.builder();
        for (int claim = 0; claim <= current; claim++) {
            for (Pick pick : choices.picks(claim)) {
                used.add(code(pick, claim == current, start));
                if (pick.shared()) {
                    used.add(-1 - pick.ask().number() * site.size() - pick.device());
                }
            }
        }
        return IntStream.concat(code.build(), used.build().sorted()).toArray();
    }

    private int code(Pick pick, boolean current, int start) {
        int flags = (current ? 1 : 0) + (pick.device() >= start ? 2 : 0);
        boolean named = pick.shared() || pick.ask().demand().hasAdminAccess();
        return (named ? kinds.count() + pick.device() : kinds.of(pick.device())) * 4 + flags;
    }
}
