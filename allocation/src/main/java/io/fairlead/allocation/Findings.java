package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.DeviceTaint;
import io.fairlead.allocation.Reason.Obstacle;
import io.fairlead.cel.QualifiedName;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Puts into words and numbers how a node's devices stand to claims that they were not enough for. */
final class Findings {
    private static final Pattern ATTRIBUTE =
            Pattern.compile("attributes\\[['\"]([^'\"]+)['\"]\\](?:\\.([A-Za-z_]\\w*)|\\[\\??['\"]([^'\"]+)['\"]\\])");
    private static final int MOST_NAMED = 4;

    private final Site site;
    private final List<Claim> claims;

    Findings(Site site, List<Claim> claims) {
        this.site = site;
        this.claims = claims;
    }

    List<Claim> claims() {
        return claims;
    }

    private IntStream devices() {
        return IntStream.range(0, site.size());
    }

    List<Reason> brokenPools() {
        List<Reason> reasons = new ArrayList<>();
        for (Pool pool : site.pools()) {
            if (pool.incomplete() != null) {
                reasons.add(new Reason(
                        Obstacle.POOL,
                        "pool " + pool.id(),
                        pool.incomplete() + "; none of its devices can be used yet"));
            }
        }
        return reasons;
    }

    boolean hasDevices() {
        return site.size() > 0;
    }

    /** For each request that cannot be met even on its own, how many devices there are for it. */
    List<Reason> tooFew() {
        List<Reason> reasons = new ArrayList<>();
        int needed = 0;
        BitSet together = new BitSet();
        for (Claim claim : claims) {
            for (List<Ask> asks : claim.requests()) {
                Ask ask = asks.get(0);
                BitSet wanted = wanted(ask);
                together.or(wanted);
                needed += ask.needed();
                if (wanted.cardinality() < Math.max(1, ask.needed())) {
                    reasons.add(new Reason(
                            Obstacle.COUNT,
                            claim.title() + ", request " + ask.demand().name(),
                            ask.needed() + " needed, but the node has only " + wanted.cardinality()
                                    + " such devices, and " + site.size() + " devices in all"));
                }
            }
        }
        if (reasons.isEmpty()) {
            reasons.add(new Reason(
                    Obstacle.COUNT,
                    claims.stream().map(Claim::title).collect(Collectors.joining(", ")),
                    "the requests need " + needed + " devices together, but only " + together.cardinality()
                            + " different ones suit any of them"));
        }
        return reasons;
    }

    private BitSet wanted(Ask ask) {
        BitSet wanted = new BitSet();
        devices().filter(device -> isWanted(ask, device)).forEach(wanted::set);
        return wanted;
    }

    /** A device that a selector has no answer for is not wanted; the search may never have come to it. */
    private static boolean isWanted(Ask ask, int device) {
        try {
            return ask.isSelectable(device);
        } catch (AllocationFailure _) {
            return false;
        }
    }

    String selector(Ask ask, String owner, String expression) {
        String seen = seen(expression);
        return ask.needed() + " needed, " + wanted(ask).cardinality() + " of " + site.size() + " devices left by "
                + owner + ": " + expression + (seen.isEmpty() ? "" : " (the devices have " + seen + ")");
    }

    /** The values that the devices really have of the attributes that an expression reads. */
    private String seen(String expression) {
        Map<String, TreeSet<String>> values = new LinkedHashMap<>();
        Matcher matcher = ATTRIBUTE.matcher(expression);
        while (matcher.find()) {
            String id = matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
            TreeSet<String> found = values.computeIfAbsent(id, i -> new TreeSet<>());
            devices().forEach(device -> {
                found.add(seen(site.device(device), matcher.group(1) + "/" + id));
            });
        }
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + " = " + some(List.copyOf(entry.getValue())))
                .collect(Collectors.joining(", "));
    }

    private static String seen(PoolDevice device, String attribute) {
        if (device.unreadable() != null) {
            return "unreadable";
        }
        Object value = device.attribute(QualifiedName.of(attribute, device.driver()));
        return value == null ? "none" : value.toString();
    }

    String tainted() {
        Map<String, List<String>> byTaint = new TreeMap<>();
        troubled((ask, device) -> untolerated(ask, device) != null).forEach((device, ask) -> {
            DeviceTaint taint = Objects.requireNonNull(untolerated(ask, device));
            String value = taint.getValue() == null ? "" : "=" + taint.getValue();
            byTaint.computeIfAbsent(taint.getKey() + value + ":" + taint.getEffect(), t -> new ArrayList<>())
                    .add(site.device(device).id().device());
        });
        return neededAndFree() + "; not tolerated: "
                + byTaint.entrySet().stream()
                        .map(entry -> entry.getKey() + " on " + some(entry.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private @Nullable DeviceTaint untolerated(Ask ask, int device) {
        return Taints.untolerated(site.device(device), ask.demand().tolerations());
    }

    String taken() {
        Map<String, List<String>> byHolder = new TreeMap<>();
        troubled((_, device) -> site.isHeld(device) || site.hasShares(device)).forEach((device, _) -> {
            DeviceId id = site.device(device).id();
            String holder = site.isHeld(device) ? site.holdings().holder(id) : "shares";
            byHolder.computeIfAbsent(holder.isEmpty() ? "others" : holder, h -> new ArrayList<>())
                    .add(id.device());
        });
        return neededAndFree() + "; taken: "
                + byHolder.entrySet().stream()
                        .map(entry -> some(entry.getValue()) + " by " + entry.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** Something that a device has against a demand. */
    private interface Trouble {
        boolean isBetween(Ask ask, int device);
    }

    /** The devices that trouble a demand which wants them, else those that would trouble one if it wanted them. */
    private Map<Integer, Ask> troubled(Trouble trouble) {
        Map<Integer, Ask> wanted = new TreeMap<>();
        Map<Integer, Ask> others = new TreeMap<>();
        for (Ask ask : asks()) {
            devices()
                    .filter(device -> trouble.isBetween(ask, device))
                    .forEach(device -> (isWanted(ask, device) ? wanted : others).putIfAbsent(device, ask));
        }
        return wanted.isEmpty() ? others : wanted;
    }

    private String neededAndFree() {
        int needed = claims.stream()
                .flatMap(claim -> claim.requests().stream())
                .mapToInt(asks -> asks.get(0).needed())
                .sum();
        return needed + " needed, " + free().cardinality() + " free and suitable";
    }

    private BitSet free() {
        BitSet free = new BitSet();
        asks().forEach(ask -> devices()
                .filter(device -> !site.isHeld(device) && ask.verdict(device) == Ask.Verdict.PASS)
                .forEach(free::set));
        return free;
    }

    String capacity(Ask ask) {
        List<String> shortages = new ArrayList<>();
        wanted(ask).stream().forEach(device -> {
            Capacity.Shortage shortage = Capacity.shortage(
                    ask.demand().requestedCapacity(),
                    site.device(device).device().getCapacity(),
                    site.sharedOut(device));
            if (shortage != null) {
                shortages.add(site.device(device).id().device() + ": " + shortage.name() + ": " + shortage.why());
            }
        });
        return ask.needed() + " needed; " + some(shortages);
    }

    String shortCounters() {
        List<String> shortages = new ArrayList<>();
        BitSet free = free();
        for (int device = free.nextSetBit(0); device >= 0; device = free.nextSetBit(device + 1)) {
            if (site.drawsCounters(device)) {
                Counters counters = site.counters(device);
                String pool = "pool " + site.device(device).slice().poolId();
                counters.usage(site.device(device)).forEach(line -> addNew(shortages, pool + ", " + line));
            }
        }
        return neededAndFree() + ", but their counters do not allow them together: " + some(shortages);
    }

    String constraint(Claim claim, Constraint constraint) {
        List<Ask> covered = claim.requests().stream()
                .map(asks -> asks.get(0))
                .filter(ask -> constraint.covers(ask.demand()))
                .toList();
        int needed = covered.stream().mapToInt(Ask::needed).sum();
        Map<String, Integer> byValue = new TreeMap<>();
        BitSet free = new BitSet();
        covered.forEach(ask -> devices()
                .filter(device -> !site.isHeld(device) && ask.verdict(device) == Ask.Verdict.PASS)
                .forEach(free::set));
        int without = 0;
        for (int device = free.nextSetBit(0); device >= 0; device = free.nextSetBit(device + 1)) {
            int[] values = constraint.values(device);
            if (values == null) {
                without++;
                continue;
            }
            for (int value : values) {
                byValue.merge(constraint.text(value), 1, Integer::sum);
            }
        }
        int most = byValue.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        String lacking = without == 0 ? "" : "; " + without + " do not have it";
        return constraint.isMatch()
                ? free.cardinality() + " devices free, but at most " + most + " share " + constraint.attribute() + " ("
                        + byValue.entrySet().stream()
                                .map(entry -> entry.getKey() + ": " + entry.getValue())
                                .limit(MOST_NAMED)
                                .collect(Collectors.joining(", "))
                        + ")" + lacking + "; " + needed + " needed"
                : free.cardinality() + " devices free, but with only " + byValue.size() + " different values of "
                        + constraint.attribute() + lacking + "; " + needed + " needed";
    }

    private List<Ask> asks() {
        return claims.stream()
                .flatMap(claim -> claim.requests().stream())
                .flatMap(List::stream)
                .toList();
    }

    private static void addNew(List<String> names, String name) {
        if (!names.contains(name)) {
            names.add(name);
        }
    }

    private static String some(List<String> names) {
        String shown = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        return names.size() <= MOST_NAMED ? shown : shown + " and " + (names.size() - MOST_NAMED) + " more";
    }
}
