package io.fairlead.testbed.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.testbed.junit.NestedLab;
import io.fairlead.testbed.system.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@NestedLab
class LabMachineLabTest {
    @Test
    void aCommandsOutputAndStatusComeBack(Lab lab) {
        Command.Result result = lab.sh("echo out; echo err >&2; exit 7");
        assertThat(result.status()).isEqualTo(7);
        assertThat(result.output()).isEqualTo("out\nerr\n");
        assertThat(lab.require("uname -n")).isEqualTo("lab\n");
    }

    @Test
    void aCommandThatHangsIsKilledAndOthersGoOn(Lab lab) {
        assertThatThrownBy(() -> lab.run(Duration.ofSeconds(1), "sleep", "4711"))
                .isInstanceOf(Lab.Stuck.class)
                .hasMessageContaining("sleep 4711")
                .hasMessageContaining("has not ended within 1 s")
                .hasMessageContaining("State:");
        assertThat(lab.sh("pgrep -f '[s]leep 4711'").output()).isEmpty();
    }

    @Test
    void bothSidesWriteTheSharedFolder(Lab lab) throws IOException {
        Path file = lab.share().resolve("from-here");
        Files.writeString(file, "hello\n");
        assertThat(lab.require("cat " + file + "; echo hi > " + lab.share() + "/from-there"))
                .isEqualTo("hello\n");
        assertThat(lab.share().resolve("from-there")).hasContent("hi\n");
    }

    @Test
    void theMachineIsWhatTestsRelyOn(Lab lab) {
        Command.Result said = lab.run(Duration.ofMinutes(5), lab.java(Inventory.class.getName()));
        List<String> lines = said.output()
                .lines()
                .filter(line -> !line.contains(" 0000:00:"))
                .toList();
        assertThat(lines)
                .containsExactly(
                        "function 0000:01:00.0 8086:10c9 igb physical",
                        "function 0000:01:10.0 8086:10ca igbvf virtual",
                        "function 0000:01:10.2 8086:10ca igbvf virtual",
                        "function 0000:01:10.4 8086:10ca igbvf virtual",
                        "function 0000:02:00.0 8086:10d3 e1000e physical",
                        "function 0000:02:00.1 8086:10d3 e1000e physical",
                        "function 0000:03:00.0 1b36:0010 nvme physical",
                        "function 0000:04:00.0 1b36:000e - physical",
                        "function 0000:05:01.0 1234:11e8 - physical",
                        "function 0000:05:02.0 1b36:0005 - physical",
                        "unit 0000:01:00.0 withheld",
                        "unit 0000:01:10.0 offerable",
                        "unit 0000:01:10.2 offerable",
                        "unit 0000:01:10.4 offerable",
                        "unit 0000:02:00.0,0000:02:00.1 offerable",
                        "unit 0000:03:00.0 offerable",
                        "unit 0000:05:01.0,0000:05:02.0 offerable",
                        "mdev mtty mtty-1,mtty-2");
    }
}
