package io.fairlead.sandbox.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TableTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @ParameterizedTest
    @CsvSource({
        "-5, <invalid>",
        "-1, 0s",
        "0, 0s",
        "119, 119s",
        "120, 2m",
        "185, 3m5s",
        "600, 10m",
        "10800, 3h",
        "11100, 3h5m",
        "86400, 24h",
        "172800, 2d",
        "176400, 2d1h",
        "864000, 10d",
        "63072000, 2y",
        "63158400, 2y1d",
        "315360000, 10y"
    })
    void anAgeIsShownInTheUnitsThatMatter(long seconds, String words) {
        assertThat(HumanDuration.of(Duration.ofSeconds(seconds))).isEqualTo(words);
    }

    record PodCase(String pod, String status, String ready) {}

    static Stream<PodCase> pods() {
        String spec = "'spec':{'containers':[{'name':'a'},{'name':'b'}]}";
        return Stream.of(
                new PodCase("{" + spec + ",'status':{'phase':'Pending'}}", "Pending", "0/2"),
                new PodCase(
                        "{" + spec + ",'status':{'phase':'Running','containerStatuses':["
                                + "{'ready':true,'state':{'running':{}}},{'ready':false,'state':{'waiting':{'reason':'CrashLoopBackOff'}}}]}}",
                        "CrashLoopBackOff",
                        "1/2"),
                new PodCase(
                        "{'metadata':{'deletionTimestamp':'2026-01-01T00:00:00Z'}," + spec
                                + ",'status':{'phase':'Running'}}",
                        "Terminating",
                        "0/2"),
                new PodCase(
                        "{'metadata':{'deletionTimestamp':'2026-01-01T00:00:00Z'}," + spec
                                + ",'status':{'phase':'Succeeded'}}",
                        "Succeeded",
                        "0/2"),
                new PodCase(
                        "{" + spec
                                + ",'status':{'phase':'Pending','initContainerStatuses':[{'name':'i','state':{'terminated':{'exitCode':1}}}]}}",
                        "Init:ExitCode:1",
                        "0/2"),
                new PodCase("{" + spec + ",'status':{'phase':'Failed','reason':'Evicted'}}", "Evicted", "0/2"));
    }

    @ParameterizedTest
    @MethodSource("pods")
    void aPodsStateIsOneWord(PodCase example) throws JsonProcessingException {
        ObjectNode pod = (ObjectNode) json(example.pod());
        assertThat(PodCells.status(pod)).isEqualTo(example.status());
        assertThat(PodCells.ready(pod)).isEqualTo(example.ready());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".spec.size | 3",
                ".spec['a.b'] | dotted",
                ".spec.a\\.b | dotted",
                ".spec.list[1] | two",
                ".spec.list[-1] | two",
                ".status.conditions[?(@.type==\"Ready\")].status | True"
            })
    void aColumnsPathLeadsToItsValue(String path, String value) throws JsonProcessingException {
        JsonNode object = json("{'spec':{'size':3,'a.b':'dotted','list':['one','two']},"
                + "'status':{'conditions':[{'type':'Other','status':'False'},{'type':'Ready','status':'True'}]}}");
        assertThat(new JsonPath(path).find(object)).extracting(JsonNode::asText).containsExactly(value);
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return MAPPER.readTree(text.replace('\'', '"'));
    }
}
