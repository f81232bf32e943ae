package io.fairlead.allocation;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** First fit: claims, their requests and the devices for each in order, depth first, going back when it gets stuck. */
final class Search {
    /** How a branch ended. */
    private enum End {
        FOUND,
        DEAD,
        /** The claim would get more devices than the API allows, whichever they are. */
        TOO_MANY
    }

    /** Wrong turns after which it is worth looking at everything once, to see which way leads nowhere. */
    private static final int WRONG_TURNS = 16;
    /** How many steps pass between two looks at the clock. */
    private static final int STEPS_PER_LOOK = 1024;

    private final Site site;
    private final List<Claim> claims;
    private final Choices choices;
    private final @Nullable Guide guide;
    private final Deadline deadline;
    private int wrongTurns;
    private int steps;

    private Search(Site site, List<Claim> claims, boolean guided, Deadline deadline) {
        this.site = site;
        this.claims = claims;
        this.deadline = deadline;
        choices = new Choices(site, claims);
        guide = guided ? new Guide(site, claims, choices) : null;
    }

    /** The picks of each claim; empty when there is no way. */
    static Optional<List<List<Pick>>> run(Site site, List<Claim> claims, Deadline deadline) {
        try {
            return new Search(site, claims, false, deadline).run();
        } catch (Lost lost) {
            return new Search(site, claims, true, deadline).run();
        }
    }

    private Optional<List<List<Pick>>> run() {
        try {
            return request(0, 0) == End.FOUND ? Optional.of(choices.all()) : Optional.empty();
        } finally {
            choices.giveBackAll();
        }
    }

    private End request(int claim, int request) {
        if (claim == claims.size()) {
            return End.FOUND;
        }
        List<List<Ask>> requests = claims.get(claim).requests();
        if (request == requests.size()) {
            // Too many for the next claim may be different once this one has chosen differently.
            End end = request(claim + 1, 0);
            return end == End.TOO_MANY ? End.DEAD : end;
        }
        boolean allTooMany = true;
        for (Ask ask : requests.get(request)) {
            End end = devices(ask, request, 0, 0, new BitSet());
            if (end == End.FOUND) {
                return end;
            }
            allTooMany &= end == End.TOO_MANY;
        }
        return allTooMany ? End.TOO_MANY : End.DEAD;
    }

    /**
     * Chooses the next device of a demand, from {@code start} on: combinations, never permutations.
     *
     * @param failed kinds of devices that were tried for this request already, beside the devices chosen so far
     */
    private End devices(Ask ask, int request, int chosen, int start, BitSet failed) {
        int[] all = ask.all();
        if (all != null && all.length == 0) {
            return End.DEAD;
        }
        int claim = ask.claim().index();
        if (chosen >= ask.needed()) {
            return request(claim, request + 1);
        }
        if (choices.picks(claim).size() + ask.needed() - chosen > Plan.MOST_RESULTS) {
            return End.TOO_MANY;
        }
        if (guide == null) {
            return all != null
                    ? takeAll(ask, request, chosen, all[chosen])
                    : takeOne(ask, request, chosen, start, failed);
        }
        if (guide.isHopeless(ask, chosen, start)) {
            return End.DEAD;
        }
        int[] state = guide.state(ask, chosen, start);
        if (guide.wasDead(state)) {
            return End.DEAD;
        }
        End end =
                all != null ? takeAll(ask, request, chosen, all[chosen]) : takeOne(ask, request, chosen, start, failed);
        if (end == End.DEAD) {
            guide.remember(state);
        }
        return end;
    }

    private End takeOne(Ask ask, int request, int chosen, int start, BitSet failed) {
        BitSet before = (BitSet) failed.clone();
        boolean kinds = guide != null && !ask.demand().hasAdminAccess();
        for (int device = start; device < site.size(); device++) {
            if (++steps % STEPS_PER_LOOK == 0) {
                deadline.check();
            }
            if (choices.isInUse(ask, device) || (kinds && before.get(kind(device)))) {
                continue;
            }
            Ask.Verdict verdict = ask.verdict(device);
            if (verdict == Ask.Verdict.ERROR) {
                throw ask.failure(device);
            }
            if (verdict == Ask.Verdict.DROP || choices.take(ask, device) != Choices.Refusal.NONE) {
                continue;
            }
            End end = devices(ask, request, chosen + 1, device + 1, before);
            if (end == End.FOUND) {
                return end;
            }
            choices.giveBack(ask, device);
            if (end == End.TOO_MANY) {
                return end;
            }
            if (guide == null && ++wrongTurns > WRONG_TURNS) {
                throw new Lost();
            }
            if (kinds) {
                before.set(kind(device));
            }
        }
        return End.DEAD;
    }

    private int kind(int device) {
        return guide == null ? device : guide.kind(device);
    }

    private End takeAll(Ask ask, int request, int chosen, int device) {
        if (ask.verdict(device) != Ask.Verdict.PASS) {
            return End.DEAD;
        }
        return switch (choices.take(ask, device)) {
            case UNAVAILABLE -> End.DEAD;
            case CONSTRAINT ->
                throw new AllocationFailure(ask.claim().title() + ", request "
                        + ask.demand().shortName() + ": cannot add device " + site.device(device)
                        + " because a claim constraint would not be satisfied");
            case NONE -> {
                End end = devices(ask, request, chosen + 1, 0, new BitSet());
                if (end != End.FOUND) {
                    choices.giveBack(ask, device);
                }
                yield end;
            }
        };
    }

    /** Too many wrong turns without a guide. */
    private static final class Lost extends RuntimeException {
        Lost() {
            super(null, null, false, false);
        }
    }
}
