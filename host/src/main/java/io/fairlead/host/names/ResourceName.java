package io.fairlead.host.names;

import io.fairlead.host.PciId;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name that a node counts devices under: {@code nvidia.com/GA102GL_A40}. Several models can share one.
 *
 * @param vendor a domain made from the vendor's name
 * @param name made from the model's name
 */
public record ResourceName(String vendor, String name) implements Comparable<ResourceName> {
    private static final Pattern BRACKETS = Pattern.compile("\\[([^\\]]+)\\]");
    private static final Pattern NOT_IN_VENDOR = Pattern.compile("[^a-zA-Z0-9]+");
    private static final Pattern BLANKS = Pattern.compile("[\\t\\n\\f\\r ]+");
    private static final Pattern NOT_IN_NAME = Pattern.compile("[^a-zA-Z0-9_.]+");
    private static final Pattern TRAILING = Pattern.compile("[_.-]+$");

    private static final String PLUGINS = "/var/lib/kubelet/device-plugins/";

    /** What the kernel's address structure holds. */
    private static final int MAX_SOCKET_PATH = 108;

    /** How a launcher learns which devices it was given. */
    public enum Variable {
        /** PCI addresses. */
        PCI_RESOURCE,
        /** UUIDs of mediated devices. */
        MDEV_PCI_RESOURCE,
        /** Addresses of function 0 of whole cards. */
        MULTIFUNCTION_PCI_RESOURCE
    }

    /** Reads {@code vendor/name}. */
    public static ResourceName parse(String text) {
        return tryParse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "\"" + text + "\" is not a resource name; one looks like nvidia.com/GA102GL_A40"));
    }

    /** Reads {@code vendor/name}; empty if the text is something else. */
    public static Optional<ResourceName> tryParse(String text) {
        int slash = text.indexOf('/');
        return slash < 1 || slash == text.length() - 1
                ? Optional.empty()
                : Optional.of(new ResourceName(text.substring(0, slash), text.substring(slash + 1)));
    }

    /** The name for a model, by the names that pci.ids has for it. */
    public static ResourceName of(Optional<String> vendorName, Optional<String> modelName, PciId id) {
        String vendor = vendor(vendorName);
        String name = modelName
                .map(ResourceName::name)
                .filter(text -> !text.isEmpty())
                .orElse(id.deviceHex());
        if (isTooLong(vendor, name)) {
            name = name.replace("VIRTUAL_FUNCTION", "VF");
        }
        return new ResourceName(vendor, isTooLong(vendor, name) ? id.deviceHex() : name);
    }

    private static String vendor(Optional<String> vendorName) {
        return vendorName
                        .map(ResourceName::shortVendor)
                        .map(text -> NOT_IN_VENDOR.matcher(text).replaceAll("").toLowerCase(Locale.ROOT))
                        .filter(text -> !text.isEmpty())
                        .orElse("unknown")
                + ".com";
    }

    private static String shortVendor(String vendorName) {
        Matcher brackets = BRACKETS.matcher(vendorName);
        return brackets.find() ? brackets.group(1).split("/", 2)[0] : vendorName.split(" ", 2)[0];
    }

    private static String name(String modelName) {
        String text =
                modelName.strip().toUpperCase(Locale.ROOT).replace('/', '_').replace('.', '_');
        text = BLANKS.matcher(text).replaceAll("_");
        text = NOT_IN_NAME.matcher(text).replaceAll("");
        return TRAILING.matcher(text).replaceAll("");
    }

    private static boolean isTooLong(String vendor, String name) {
        // Harvester counts one slash more than the path has, so the names end up a letter shorter.
        return (PLUGINS + "/" + new ResourceName(vendor, name).socket()).length() > MAX_SOCKET_PATH;
    }

    /** The name for a type of virtual GPU: case and hyphens stay. */
    public static ResourceName ofVirtualGpu(String typeName) {
        return new ResourceName(
                "nvidia.com",
                BLANKS.matcher(typeName.replace('/', '_').replace('.', '_')).replaceAll("_"));
    }

    /** The name for one device that left its pool: its object's name under its vendor. */
    public ResourceName forSingle(String objectName) {
        return new ResourceName(vendor, objectName);
    }

    /** The environment variable that a launcher finds the devices in. */
    public String variable(Variable variable) {
        return variable + "_"
                + toString().toUpperCase(Locale.ROOT).replace('/', '_').replace('.', '_');
    }

    /** File name of the device plugin's socket. */
    public String socket() {
        return "kubevirt-" + vendor + "-" + name + ".sock";
    }

    @Override
    public int compareTo(ResourceName other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return vendor + "/" + name;
    }
}
