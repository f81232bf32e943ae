package io.fairlead.dra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CheckpointTest {
    private static final Path FILE = Path.of("/var/lib/driver/state");

    private final TestingFiles store = new TestingFiles();
    private final Checkpoint checkpoint = new Checkpoint(store, FILE, 2);

    @Test
    void whatWasWrittenIsFound() throws IOException {
        assertThat(checkpoint.read()).isEqualTo(new Checkpoint.Found.Nothing());
        checkpoint.write("{\"claims\":[\"ü\"]}\n");
        assertThat(checkpoint.read()).isEqualTo(new Checkpoint.Found.Intact(2, "{\"claims\":[\"ü\"]}\n"));
    }

    @Test
    void anOlderVersionIsForTheReaderToUnderstand() throws IOException {
        new Checkpoint(store, FILE, 1).write("old");
        assertThat(checkpoint.read()).isEqualTo(new Checkpoint.Found.Intact(1, "old"));
    }

    @Test
    void aNewerVersionIsNotTouched() throws IOException {
        new Checkpoint(store, FILE, 3).write("new");
        assertThat(checkpoint.read()).isEqualTo(new Checkpoint.Found.Newer(3));
    }

    @Test
    void everyCutAndEveryOtherByteIsNoticed() throws IOException {
        checkpoint.write("{\"claims\":[]}");
        String whole = store.text(FILE);
        for (int i = 0; i < whole.length(); i++) {
            store.files.put(FILE, whole.substring(0, i));
            assertThat(checkpoint.read()).as("cut at %d", i).isInstanceOf(Checkpoint.Found.Damaged.class);
            char other = whole.charAt(i) == 'x' ? 'y' : 'x';
            store.files.put(FILE, whole.substring(0, i) + other + whole.substring(i + 1));
            assertThat(checkpoint.read()).as("other byte at %d", i).isInstanceOf(Checkpoint.Found.Damaged.class);
        }
    }

    @Test
    void aDamagedFileIsKeptForPeopleToLookAt() throws IOException {
        store.files.put(FILE, "rubbish");
        assertThat(checkpoint.setAside()).isEqualTo(Path.of("/var/lib/driver/state.damaged"));
        assertThat(store.files)
                .containsOnlyKeys(Path.of("/var/lib/driver/state.damaged"))
                .containsValue("rubbish");
        assertThat(checkpoint.read()).isEqualTo(new Checkpoint.Found.Nothing());
    }
}
