package io.fairlead.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the build runs once, so that the JVM can keep the classes that commands load and start faster next time. */
final class Rehearsal {
    private Rehearsal() {}

    /** Plays the commands of one kind: {@code short} ones, or those that run a {@code sandbox}. */
    public static void main(String[] args) throws IOException {
        Path kubeconfig = Files.createTempDirectory("fairlead-rehearsal").resolve("kubeconfig");
        List<String[]> commands = args[0].equals("sandbox")
                ? List.<String[]>of(new String[] {"up", "--exit", "--kubeconfig", kubeconfig.toString()})
                : List.of(new String[] {"--help"}, new String[] {"completion"}, new String[] {"no-such-command"});
        for (String[] command : commands) {
            Fairlead.commandLine().execute(command);
        }
        Files.deleteIfExists(kubeconfig);
        Files.delete(kubeconfig.getParent());
    }
}
