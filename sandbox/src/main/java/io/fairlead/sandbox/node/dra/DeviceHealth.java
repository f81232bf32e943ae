package io.fairlead.sandbox.node.dra;

import io.fairlead.wire.health.v1.HealthStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How the drivers' devices are, by what their health streams said last; what is not said again in time is unknown. */
final class DeviceHealth {
    private static final Duration STALE = Duration.ofSeconds(30);
    private static final int LONGEST_MESSAGE = 1024;

    private final InstantSource clock;
    private final Map<Key, Report> reports = new ConcurrentHashMap<>();

    private record Key(String driver, String pool, String device) {}

    private record Report(HealthStatus health, String message, Duration valid, Instant at) {}

    /** As it stands in a pod's status. */
    record Health(String word, String message) {}

    DeviceHealth(InstantSource clock) {
        this.clock = clock;
    }

    /** True when this changes what is known. */
    boolean report(String driver, io.fairlead.wire.health.v1.DeviceHealth said) {
        Duration valid = said.getHealthCheckTimeoutSeconds() > 0
                ? Duration.ofSeconds(said.getHealthCheckTimeoutSeconds())
                : STALE;
        String message = said.getMessage().length() <= LONGEST_MESSAGE
                ? said.getMessage()
                : said.getMessage().substring(0, LONGEST_MESSAGE - 3) + "...";
        Key key =
                new Key(driver, said.getDevice().getPoolName(), said.getDevice().getDeviceName());
        Report before = reports.put(key, new Report(said.getHealth(), message, valid, clock.instant()));
        return before == null
                || before.health() != said.getHealth()
                || !before.message().equals(message);
    }

    /** The driver's stream has ended: nobody speaks for its devices. */
    void forget(String driver) {
        reports.keySet().removeIf(key -> key.driver().equals(driver));
    }

    Health of(String driver, String pool, String device) {
        Report report = reports.get(new Key(driver, pool, device));
        if (report == null || report.at().plus(report.valid()).isBefore(clock.instant())) {
            return new Health("Unknown", "");
        }
        return switch (report.health()) {
            case HEALTHY -> new Health("Healthy", report.message());
            case UNHEALTHY -> new Health("Unhealthy", report.message());
            case UNKNOWN, UNRECOGNIZED -> new Health("Unknown", report.message());
        };
    }
}
