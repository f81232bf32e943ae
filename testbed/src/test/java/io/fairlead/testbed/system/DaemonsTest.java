package io.fairlead.testbed.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class DaemonsTest {
    @TempDir
    private Path folder;

    @Test
    void whatWasStartedCanBeEndedFromItsFolderAlone() {
        Daemon sleeper = new Daemons(folder, true).start("sleeper", List.of("sleep", "1000"));
        assertThat(Daemons.running(folder)).containsExactly("sleeper");
        Daemons.killAll(folder);
        assertThat(Daemons.running(folder)).isEmpty();
        sleeper.awaitEnd();
        assertThat(sleeper.alive()).isFalse();
    }

    @Test
    void aDaemonOutlivesTheThreadThatAskedForIt() throws InterruptedException {
        Daemons daemons = new Daemons(folder, false);
        Thread asking = new Thread(() -> daemons.start("sleeper", List.of("sleep", "1000")));
        asking.start();
        asking.join();
        // Were the thread the parent, the kernel would have sent the signal by the time that this has run and ended.
        Command.require("sleep", "0.2");
        assertThat(Daemons.running(folder)).containsExactly("sleeper");
        Daemons.killAll(folder);
    }

    @Test
    void itsLastWordsAreKeptAndHowItEnded() {
        Daemon speaker =
                new Daemons(folder, false).start("speaker", List.of("sh", "-c", "echo out; echo err >&2; kill -6 $$"));
        speaker.awaitEnd();
        assertThat(speaker.lastWords()).isEqualTo("out\nerr\n(ended with status 134)");
    }

    @Test
    void aNumberThatWasGivenToAnotherProcessIsNotTouched() throws IOException {
        Path records = Files.createDirectories(folder.resolve("processes"));
        ProcessIdentity self = ProcessIdentity.ofThisJvm();
        Files.writeString(records.resolve("old"), new ProcessIdentity(self.pid(), self.started() - 1).toString());
        Daemons.killAll(folder);
        assertThat(self.alive()).isTrue();
        assertThat(Daemons.running(folder)).isEmpty();
    }

    @Test
    void aZombieCountsAsGone() {
        // The child ends only when its parent has become a program that never asks for it.
        String script = "(until grep -q sleep /proc/$$/comm; do :; done) & echo $!; exec sleep 1000";
        Daemon parent = new Daemons(folder, false).start("parent", List.of("sh", "-c", script));
        await().atMost(Duration.ofSeconds(30)).until(() -> !parent.lastWords().isEmpty());
        long child = Long.parseLong(parent.lastWords().strip());
        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        ProcessIdentity.of(child).filter(ProcessIdentity::alive).isEmpty());
        assertThat(Path.of("/proc", Long.toString(child))).exists();
        Daemons.killAll(folder);
    }
}
