package io.fairlead.sandbox.lifecycle;

import io.fairlead.sandbox.store.Stored;

/** Where an object is. */
record ObjectKey(String type, String namespace, String name) {
    static ObjectKey of(Stored object) {
        return new ObjectKey(object.type(), object.namespace(), object.name());
    }
}
