package io.fairlead.machine.domain;

import org.jspecify.annotations.Nullable;

/** Boot order and alias, which most devices have. Libvirt keeps aliases that begin with {@code ua-}. */
final class Names {
    private Names() {}

    static void write(@Nullable Integer bootOrder, @Nullable String alias, XmlText xml) {
        if (bootOrder != null) {
            xml.begin("boot").attribute("order", bootOrder).end("boot");
        }
        if (alias != null) {
            xml.begin("alias").attribute("name", "ua-".concat(alias)).end("alias");
        }
    }

    static @Nullable Integer bootOrder(Parts parts) {
        String order = parts.single("boot", "order");
        return order == null ? null : Integer.valueOf(order);
    }

    /** The alias, if it is one that a user gave. */
    static @Nullable String alias(Parts parts) {
        return parts.child("alias", alias -> {
            String name = alias.attribute("name", "");
            return name.startsWith("ua-") ? name.substring(3) : null;
        });
    }
}
