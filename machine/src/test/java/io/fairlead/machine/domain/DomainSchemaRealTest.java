package io.fairlead.machine.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every domain that we make is one that libvirt's own schema allows. */
class DomainSchemaRealTest {
    private static final Path SCHEMA = Path.of("/usr/share/libvirt/schemas/domain.rng");
    private static final Path VALIDATOR = Path.of("/usr/bin/xmllint");
    private static final int MACHINES = 5000;

    @BeforeAll
    static void libvirtsSchemaIsHere() {
        if (!isHere()) {
            abort("needs libvirt's schemas and xmllint: apt-get install libvirt-daemon libxml2-utils");
        }
    }

    @Test
    void everyRandomMachineIsValid(@TempDir Path directory) throws IOException, InterruptedException {
        long seed = Long.getLong("seed", ThreadLocalRandom.current().nextLong());
        RandomMachines machines = new RandomMachines(seed);
        List<String> files = new ArrayList<>();
        for (DomainInput machine : machines.all().limit(MACHINES).toList()) {
            String xml = DomainRenderer.render(machine).domain().toXml();
            files.add(Files.writeString(directory.resolve(files.size() + ".xml"), xml)
                    .toString());
        }
        List<String> command =
                new ArrayList<>(List.of(VALIDATOR.toString(), "--noout", "--relaxng", SCHEMA.toString()));
        command.addAll(files);
        List<String> faults = run(command)
                .lines()
                .filter(line -> !line.endsWith(" validates"))
                .limit(5)
                .toList();
        assertThat(faults).as("-Dseed=%d makes these machines again", seed).isEmpty();
    }

    private static boolean isHere() {
        return Files.exists(SCHEMA) && Files.isExecutable(VALIDATOR);
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
