package io.fairlead.host.kernel;

import io.fairlead.host.MacAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command {@code ip link}, as far as virtual functions are concerned. */
final class IpLink {
    private static final Pattern MAC = Pattern.compile("(?:link/ether|MAC) ([0-9a-f:]{17})");
    private static final Pattern VLAN = Pattern.compile("\\bvlan ([0-9]+)");
    private static final Pattern TRUST = Pattern.compile("\\btrust (on|off)");

    private IpLink() {}

    static List<String> show(String physicalInterface) {
        return List.of("ip", "link", "show", "dev", physicalInterface);
    }

    static List<String> set(String physicalInterface, int index, VfSettings settings) {
        List<String> command =
                new ArrayList<>(List.of("ip", "link", "set", "dev", physicalInterface, "vf", Integer.toString(index)));
        settings.mac().ifPresent(mac -> command.addAll(List.of("mac", mac.text())));
        settings.vlan().ifPresent(vlan -> command.addAll(List.of("vlan", Integer.toString(vlan))));
        settings.trust().ifPresent(trust -> command.addAll(List.of("trust", trust ? "on" : "off")));
        return command;
    }

    /** What was printed about one virtual function. */
    static Optional<VfSettings> settings(String printed, int index) {
        return printed.lines()
                .map(String::strip)
                .filter(line -> line.matches("vf " + index + "\\s.*"))
                .findFirst()
                .map(line -> new VfSettings(
                        first(MAC, line).map(MacAddress::parse),
                        OptionalInt.of(first(VLAN, line).map(Integer::parseInt).orElse(0)),
                        first(TRUST, line).map("on"::equals)));
    }

    private static Optional<String> first(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
