package io.fairlead.sandbox.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairlead.sandbox.store.Stored;
import java.util.List;

/** What a request gets when it does not fail. */
public sealed interface Answer {
    /** One object; {@code code} is 201 when the request made it. */
    record One(int code, Stored object) implements Answer {}

    /** A page of objects. {@code remaining} is -1 when unknown, {@code next} empty on the last page. */
    record Many(List<Stored> objects, long version, String next, long remaining) implements Answer {}

    /** A Status of success, or another object that is not stored. */
    record Plain(int code, ObjectNode body) implements Answer {}

    /** An endless stream of events. */
    record Events(WatchStream stream) implements Answer {}
}
