package io.fairlead.cli;

import java.util.List;

/** What the build runs once, so that the JVM can keep the classes that commands load and start faster next time. */
final class Rehearsal {
    private static final List<String[]> COMMANDS =
            List.of(new String[] {"--help"}, new String[] {"completion"}, new String[] {"no-such-command"});

    private Rehearsal() {}

    public static void main(String[] args) {
        for (String[] command : COMMANDS) {
            Fairlead.commandLine().execute(command);
        }
    }
}
