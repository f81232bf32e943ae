import java.util.Locale;
import java.util.stream.Stream;

/** What a test meets. The name of its class tells: FooTest, FooSandboxTest, FooRealTest, FooLabTest. */
enum Tier {
    UNIT,
    SANDBOX,
    REAL,
    LAB;

    static Tier of(String className) {
        return Stream.of(SANDBOX, REAL, LAB)
                .filter(tier -> className.toLowerCase(Locale.ROOT).endsWith(tier + "test"))
                .findFirst()
                .orElse(UNIT);
    }

    boolean hasCluster() {
        return this == REAL || this == LAB;
    }

    /** As people call it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
