package io.fairlead.testbed.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabFolderTest {
    @TempDir
    private Path folder;

    /** The next machine's socket may be there before it writes its first word. */
    @Test
    void aMachineThatIsStartedAgainIsNotJudgedByTheWordsOfTheOneBefore() throws IOException {
        LabFolder place = new LabFolder(folder);
        Files.createFile(place.agent());
        Files.writeString(
                place.console(), "[   25.8] rcu: rcu_preempt kthread timer wakeup didn't happen for 5246 jiffies!\n");
        assertThat(place.hasLostItsTimer()).isTrue();

        place.forgetMachine();

        assertThat(place.hasLostItsTimer()).isFalse();
        assertThat(place.agent()).doesNotExist();
    }
}
