package io.fairlead.allocation;

import io.fabric8.kubernetes.api.model.resource.v1.Counter;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceCounterConsumption;
import io.fairlead.cel.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The shared counters of one pool during an attempt. Amounts are whole numbers of a unit that fits all of them. */
final class Counters {
    /** What a device takes: counters by number, and how much of each. */
    static final class Draw {
        private final int[] counters;
        private final long[] amounts;

        private Draw(int size) {
            counters = new int[size];
            amounts = new long[size];
        }

        @Override
        public String toString() {
            return Arrays.toString(counters) + Arrays.toString(amounts);
        }
    }

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<DeviceId, Draw> draws = new HashMap<>();
    private final long[] capacity;
    private final long[] free;
    private final int[] scales;
    private final boolean overdrawn;

    Counters(Pool pool, Holdings holdings) {
        pool.counterSets()
                .forEach((set, counters) -> counters.getCounters().keySet().forEach(counter -> {
                    numbers.put(set + "/" + counter, names.size());
                    names.add(set + "/" + counter);
                }));
        scales = new int[names.size()];
        List<Slice> slices = new ArrayList<>(pool.slices());
        slices.addAll(pool.elsewhere());
        pool.counterSets().forEach((set, counters) -> widen(set, counters.getCounters()));
        for (Slice slice : slices) {
            slice.listed()
                    .forEach(device -> device.getConsumesCounters()
                            .forEach(consumed -> widen(consumed.getCounterSet(), consumed.getCounters())));
        }

        capacity = new long[names.size()];
        pool.counterSets()
                .forEach((set, counters) -> counters.getCounters().forEach((counter, value) -> {
                    int number = number(set, counter);
                    capacity[number] = scaled(value, number);
                }));
        free = capacity.clone();
        for (Slice slice : slices) {
            for (int index = 0; index < slice.size(); index++) {
                PoolDevice device = slice.device(index);
                if (holdings.isAllocated(device.id())) {
                    Draw draw = draw(device);
                    for (int i = 0; i < draw.counters.length; i++) {
                        free[draw.counters[i]] -= draw.amounts[i];
                    }
                }
            }
        }
        boolean negative = false;
        for (long left : free) {
            negative |= left < 0;
        }
        overdrawn = negative;
    }

    /** Makes room for the digits behind the decimal point. */
    private void widen(String set, Map<String, Counter> counters) {
        counters.forEach((counter, value) -> {
            int number = number(set, counter);
            scales[number] =
                    Math.max(scales[number], amount(value).stripTrailingZeros().scale());
        });
    }

    private int number(String set, String counter) {
        Integer number = numbers.get(set + "/" + counter);
        if (number == null) {
            throw new IllegalStateException("a valid pool has counter " + counter + " in set " + set);
        }
        return number;
    }

    private long scaled(Counter value, int number) {
        try {
            return amount(value).movePointRight(scales[number]).longValueExact();
        } catch (ArithmeticException e) {
            throw new AllocationFailure(
                    "counter " + names.get(number) + ": the amounts in use span more digits than can be counted");
        }
    }

    private static BigDecimal amount(Counter counter) {
        return Quantity.parse(counter.getValue().toString()).amount();
    }

    Draw draw(PoolDevice device) {
        return draws.computeIfAbsent(device.id(), id -> {
            List<DeviceCounterConsumption> consumed = device.device().getConsumesCounters();
            int size = consumed.stream().mapToInt(c -> c.getCounters().size()).sum();
            Draw draw = new Draw(size);
            int next = 0;
            for (DeviceCounterConsumption consumption : consumed) {
                for (Map.Entry<String, Counter> counter :
                        consumption.getCounters().entrySet()) {
                    int number = number(consumption.getCounterSet(), counter.getKey());
                    draw.counters[next] = number;
                    draw.amounts[next++] = scaled(counter.getValue(), number);
                }
            }
            return draw;
        });
    }

    /** Takes what the device needs, or nothing. A pool that is overdrawn already gives nothing at all. */
    boolean take(PoolDevice device) {
        if (overdrawn) {
            return false;
        }
        Draw draw = draw(device);
        for (int i = 0; i < draw.counters.length; i++) {
            if (draw.amounts[i] > free[draw.counters[i]]) {
                giveBack(draw, i);
                return false;
            }
            free[draw.counters[i]] -= draw.amounts[i];
        }
        return true;
    }

    void giveBack(PoolDevice device) {
        Draw draw = draw(device);
        giveBack(draw, draw.counters.length);
    }

    private void giveBack(Draw draw, int first) {
        for (int i = 0; i < first; i++) {
            free[draw.counters[i]] += draw.amounts[i];
        }
    }

    /** How many of these devices fit at the same time, at most: of each counter the smallest draws first. */
    int most(List<PoolDevice> devices) {
        if (overdrawn) {
            return 0;
        }
        int most = devices.size();
        for (int counter = 0; counter < free.length; counter++) {
            long[] draws = new long[devices.size()];
            for (int i = 0; i < draws.length; i++) {
                draws[i] = amount(draw(devices.get(i)), counter);
            }
            Arrays.sort(draws);
            long left = free[counter];
            int fitting = 0;
            while (fitting < draws.length && draws[fitting] <= left) {
                left -= draws[fitting++];
            }
            most = Math.min(most, fitting);
        }
        return most;
    }

    private static long amount(Draw draw, int counter) {
        long amount = 0;
        for (int i = 0; i < draw.counters.length; i++) {
            amount += draw.counters[i] == counter ? draw.amounts[i] : 0;
        }
        return amount;
    }

    /** For each counter that the device takes from: how much it takes, and how much is left. */
    List<String> usage(PoolDevice device) {
        Draw draw = draw(device);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < draw.counters.length; i++) {
            int counter = draw.counters[i];
            lines.add("counter " + names.get(counter) + ": " + text(counter, free[counter]) + " of "
                    + text(counter, capacity[counter]) + " left, " + text(counter, draw.amounts[i]) + " a device");
        }
        return lines;
    }

    private String text(int counter, long amount) {
        BigDecimal plain = BigDecimal.valueOf(amount, scales[counter]);
        boolean binary = plain.remainder(BigDecimal.valueOf(1024)).signum() == 0 && scales[counter] <= 0;
        return binary
                ? Quantity.of(plain.longValueExact(), Quantity.Notation.BINARY).toString()
                : plain.stripTrailingZeros().toPlainString();
    }
}
