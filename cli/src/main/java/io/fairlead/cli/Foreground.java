package io.fairlead.cli;

import io.fairlead.sandbox.Sandbox;
import io.fairlead.sandbox.SandboxOptions;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A sandbox that lasts as long as its command: until Ctrl-C, or an interrupt of the thread that runs it. */
final class Foreground {
    private final PrintWriter err;
    private final KubeconfigFile kubeconfig;

    Foreground(PrintWriter err, KubeconfigFile kubeconfig) {
        this.err = err;
        this.kubeconfig = kubeconfig;
    }

    /** Starts it, lets {@code work} use it, and stays when it should; stops it in any case. */
    void run(SandboxOptions options, boolean stay, Consumer<Sandbox> work) {
        kubeconfig.checkOurs();
        Sandbox sandbox = start(options);
        Thread stop = Thread.ofPlatform().name("stop").unstarted(sandbox::close);
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            kubeconfig.write(sandbox.kubeconfig());
            work.accept(sandbox);
            if (stay) {
                say("Ctrl-C stops it; the cluster is in memory only.");
                new CountDownLatch(1).await();
            }
        } catch (InterruptedException _) {
            say("stopped");
        } finally {
            sandbox.close();
            Runtime.getRuntime().removeShutdownHook(stop);
        }
    }

    private static Sandbox start(SandboxOptions options) {
        try {
            return Sandbox.start(options);
        } catch (IllegalStateException e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        }
    }

    /** What to type in another terminal, in the words of a first visit. */
    void suggest(List<String> commands) {
        say("Next, in another terminal:");
        say("  export KUBECONFIG=" + kubeconfig.path());
        commands.forEach(command -> say("  " + command));
    }

    void say(String words) {
        err.println(words);
        err.flush();
    }
}
