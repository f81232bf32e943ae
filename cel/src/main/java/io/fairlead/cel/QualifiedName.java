package io.fairlead.cel;

/** The full name of an attribute or a capacity: {@code domain/id}. */
public record QualifiedName(String domain, String id, String text) {
    QualifiedName(String domain, String id) {
        this(domain, id, domain + "/" + id);
    }

    /** Reads a name as a device has it; without a domain it belongs to the driver's. */
    public static QualifiedName of(String name, String driver) {
        int slash = name.indexOf('/');
        return slash < 0
                ? new QualifiedName(driver, name)
                : new QualifiedName(name.substring(0, slash), name.substring(slash + 1), name);
    }
}
