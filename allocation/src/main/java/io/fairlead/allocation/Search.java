package io.fairlead.allocation;

import java.util.List;
import java.util.Optional;

/** First fit: claims, their requests and the devices for each in order, depth first, going back when it gets stuck. */
final class Search {
    /** How a branch ended. */
    private enum End {
        FOUND,
        DEAD,
        /** The claim would get more devices than the API allows, whichever they are. */
        TOO_MANY
    }

    private final Site site;
    private final List<Claim> claims;
    private final Choices choices;

    private Search(Site site, List<Claim> claims) {
        this.site = site;
        this.claims = claims;
        choices = new Choices(site, claims);
    }

    /** The picks of each claim; empty when there is no way. */
    static Optional<List<List<Pick>>> run(Site site, List<Claim> claims) {
        Search search = new Search(site, claims);
        return search.request(0, 0) == End.FOUND ? Optional.of(search.choices.all()) : Optional.empty();
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
            End end = devices(ask, request, 0, 0);
            if (end == End.FOUND) {
                return end;
            }
            allTooMany &= end == End.TOO_MANY;
        }
        return allTooMany ? End.TOO_MANY : End.DEAD;
    }

    /** Chooses the next device of a demand, from {@code start} on: combinations, never permutations. */
    private End devices(Ask ask, int request, int chosen, int start) {
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
        if (all != null) {
            return takeAll(ask, request, chosen, all[chosen]);
        }
        for (int device = start; device < site.size(); device++) {
            if (choices.isInUse(ask, device)) {
                continue;
            }
            Ask.Verdict verdict = ask.verdict(device);
            if (verdict == Ask.Verdict.ERROR) {
                // Asked again for its message.
                boolean unexpected = ask.isSelectable(device);
                throw new IllegalStateException("a selector changed its mind: " + unexpected);
            }
            if (verdict == Ask.Verdict.DROP || choices.take(ask, device) != Choices.Refusal.NONE) {
                continue;
            }
            End end = devices(ask, request, chosen + 1, device + 1);
            if (end == End.FOUND) {
                return end;
            }
            choices.giveBack(ask, device);
            if (end == End.TOO_MANY) {
                return end;
            }
        }
        return End.DEAD;
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
                End end = devices(ask, request, chosen + 1, 0);
                if (end != End.FOUND) {
                    choices.giveBack(ask, device);
                }
                yield end;
            }
        };
    }
}
