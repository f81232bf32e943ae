package io.fairlead.agent;

/** What tests call the functions of the {@link io.fairlead.host.simulated.SampleMachine}, and what is given away of it. */
final class TestingMachine {
    static final String GPU = "0000:3b:00.0";
    static final String AUDIO = "0000:3b:00.1";
    static final String MAKER = "0000:5e:00.0";
    static final String VIRTUAL = "0000:5e:10.0";
    static final String OTHER_VIRTUAL = "0000:5e:10.2";
    static final String OWN = "0000:01:00.0";

    static final String RULES = """
            offers:
            - match: {vendors: ["10de"]}
              offer: both
            - match: {physicalFunctions: ["eth0"]}
            - match: {mdevTypes: ["mtty-2"]}
            - match: {addresses: ["0000:01:00.0"]}
            """;

    private TestingMachine() {}
}
