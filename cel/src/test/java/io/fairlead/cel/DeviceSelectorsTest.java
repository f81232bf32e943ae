package io.fairlead.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceSelectorsTest {
    private static final DeviceFacts GPU = gpu().attribute("numa", List.of(0L, 1L));
    private static final DeviceSelectors SELECTORS = new DeviceSelectors(true, false);
    private static final DeviceSelectors WITH_LISTS = new DeviceSelectors(true, true);

    private static TestingDevice gpu() {
        return new TestingDevice("gpu.example.com")
                .attribute("model", "a100")
                .attribute("index", 3L)
                .attribute("ecc", true)
                .attribute("driverVersion", Semver.parse("550.54.15"))
                .attribute("resource.kubernetes.io/pcieRoot", "pci0000:40")
                .capacity("memory", "80Gi");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "device.driver == 'gpu.example.com'",
                "device.attributes['gpu.example.com'].model == 'a100'",
                "device.attributes['gpu.example.com']['index'] >= 3",
                "device.attributes['gpu.example.com'].ecc",
                "device.attributes['resource.kubernetes.io'].pcieRoot.startsWith('pci0000')",
                "device.attributes['gpu.example.com'].model in ['h100', 'a100']",
                "device.attributes['gpu.example.com'].model == 5 || true",
                "device.attributes['gpu.example.com'].model != 5",
                "device.capacity['gpu.example.com'].memory.compareTo(quantity('40Gi')) > 0",
                "device.capacity['gpu.example.com'].memory == quantity('81920Mi')",
                "device.capacity['gpu.example.com'].memory.isGreaterThan(quantity('79Gi').add(quantity('512Mi')))",
                "quantity('1500m').add(1) == quantity('2500m') && sign(quantity('-1')) == -1",
                "device.attributes['gpu.example.com'].driverVersion.isGreaterThan(semver('535.0.0'))",
                "device.attributes['gpu.example.com'].driverVersion.major() == 550",
                "semver('v1.2', true) == semver('1.2.0') && !isSemver('1.2')",
                "device.attributes['absent.example.com'].size() == 0",
                "!has(device.attributes['absent.example.com'].model)",
                "!('absent.example.com' in device.attributes) && 'gpu.example.com' in device.attributes",
                "device.attributes['absent.example.com'][?'model'].orValue('none') == 'none'",
                "device.attributes[?'absent.example.com'].hasValue()",
                "cel.bind(gpu, device.attributes['gpu.example.com'], gpu.model == 'a100' && gpu.index == 3)",
                "device.attributes.exists(domain, domain == 'gpu.example.com')",
                "device.attributes.exists(domain, names, domain == 'gpu.example.com' && names.model == 'a100')",
                "device.attributes['gpu.example.com'].absent == 1 || device.driver == 'gpu.example.com'",
                "device.driver.matches('^gpu[.]') && device.driver.find('[a-z]+') == 'gpu'",
                "'a-b-c'.split('-').size() == 3 && 'x%s%d'.format(['y', 1]) == 'xy1'",
                "sets.contains([1, 2, 3], [2]) && [3, 1, 2].sort() == [1, 2, 3] && [1, 2].sum() == 3",
                "[1, 5, 3].max() == 5 && [1, 2].isSorted() && ['a', 'b'].indexOf('b') == 1",
                "ip('10.1.2.3').family() == 4 && cidr('10.0.0.0/8').containsIP('10.1.2.3')",
                "string(ip('2001:db8:0:0::1')) == '2001:db8::1' && ip.isCanonical('::1')",
                "url('https://example.com:80/a?b=c').getPort() == '80' && isURL('/path') && !isURL('x')",
                "!format.dns1123Label().validate('a-b').hasValue() && format.named('uuid').hasValue()",
                "2 > 1.5 && device.attributes['gpu.example.com'].index == 3.0",
                "!device.allowMultipleAllocations",
            })
    void anExpressionOfTheLibraryIsTrueForTheDevice(String expression) {
        assertThat(SELECTORS.compile(expression).matches(gpu())).isTrue();
        assertThat(WITH_LISTS.compile(expression).matches(GPU)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "device.attributes['gpu.example.com'].numa.includes(1)",
                "device.attributes['gpu.example.com'].model.includes('a100')",
                "device.attributes['gpu.example.com'].numa.exists(n, n == 0)",
            })
    void listAttributesAreSearchedWhenTheyAreSwitchedOn(String expression) {
        assertThat(WITH_LISTS.compile(expression).matches(GPU)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "device.driver == 1",
                "device.unknown",
                "device.driver",
                "device.attributes['a'].b &&",
                "[1, 'a'].size() == 2",
                "device.driver.matches('(')",
                "device.attributes['gpu.example.com'].numa.includes(1)",
                "quantity(5) == quantity('5')",
            })
    void anExpressionThatCannotBeRightDoesNotCompile(String expression) {
        assertThatThrownBy(() -> SELECTORS.compile(expression)).isInstanceOf(CelFailure.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "device.attributes['gpu.example.com'].absent == 1",
                "device.attributes['absent.example.com'].model == 'a100'",
                "device.attributes['gpu.example.com'].model > 5",
                "device.attributes['gpu.example.com'].model",
                "quantity('abc') == quantity('1')",
                "device.attributes['gpu.example.com'].model.compareTo(quantity('1')) > 0",
                "cel.bind(gpu, device.attributes['gpu.example.com'], gpu.absent == 1)",
                "1 / (device.attributes['gpu.example.com'].index - 3) == 1",
            })
    void anExpressionWithoutAnAnswerFails(String expression) {
        Selector selector = WITH_LISTS.compile(expression);
        assertThatThrownBy(() -> selector.matches(GPU)).isInstanceOf(CelFailure.class);
    }

    @Test
    void anUnreadableDeviceMakesEveryExpressionFail() {
        DeviceFacts broken = new TestingDevice("d").unreadable("attribute firmware: no version");
        Selector selector = SELECTORS.compile("true");
        assertThatThrownBy(() -> selector.matches(broken)).hasMessageContaining("firmware");
    }

    @Test
    void aRunawayExpressionIsStopped() {
        String digits = "[0,1,2,3,4,5,6,7,8,9]";
        String runaway = "";
        for (int i = 0; i < 8; i++) {
            runaway += digits + ".all(x" + i + ", ";
        }
        Selector selector = SELECTORS.compile(runaway + "device.driver != ''" + ")".repeat(8));
        assertThatThrownBy(() -> selector.matches(GPU)).isInstanceOf(CelFailure.class);
        assertThatThrownBy(() -> SELECTORS.compile("true " + "|| true ".repeat(2000)))
                .isInstanceOf(CelFailure.class);
    }
}
