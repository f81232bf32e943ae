package io.fairlead.dra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CdiFilesTest {
    private static final Path FOLDER = Path.of("/var/run/cdi");

    private final TestingFiles store = new TestingFiles();
    private final CdiFiles files = new CdiFiles(store, FOLDER, CdiKind.parse("gpu.example.com/device"));

    @Test
    void everyNameCarriesItsClaim() throws IOException {
        Map<String, CdiDeviceId> ids = files.write("uid-1", Map.of("gpu1", edits("1"), "gpu0", edits("0")));
        assertThat(ids.get("gpu0")).hasToString("gpu.example.com/device=uid-1-gpu0");
        assertThat(ids.get("gpu1")).hasToString("gpu.example.com/device=uid-1-gpu1");
        assertThat(store.files.keySet()).containsExactly(FOLDER.resolve("gpu.example.com-device_uid-1.json"));
        assertThat(store.files.values()).first().asString().contains("uid-1-gpu0", "uid-1-gpu1", "GPU=0", "GPU=1");
    }

    @Test
    void whatIsThereAlreadyIsNotWrittenAgain() throws IOException {
        files.write("uid-1", Map.of("gpu0", edits("0")));
        files.write("uid-1", Map.of("gpu0", edits("0")));
        assertThat(store.log).hasSize(1);
        files.write("uid-1", Map.of("gpu0", edits("1")));
        assertThat(store.log).hasSize(2);
    }

    @Test
    void claimsAreListedUntilTheyAreRemoved() throws IOException {
        files.write("uid-1", Map.of("gpu0", edits("0")));
        files.write("uid-2", Map.of("gpu1", edits("1")));
        store.write(FOLDER.resolve("other.example.com-device_uid-3.json"), new byte[0]);
        assertThat(files.claims()).containsExactly("uid-1", "uid-2");
        files.remove("uid-1");
        files.remove("uid-1");
        assertThat(files.claims()).containsExactly("uid-2");
    }

    private static CdiEdits edits(String gpu) {
        return CdiEdits.of(List.of("GPU=" + gpu), List.of(), List.of());
    }
}
