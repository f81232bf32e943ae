package io.fairlead.sandbox.http;

import io.fairlead.sandbox.rest.Answer;
import io.fairlead.sandbox.rest.Call;
import io.fairlead.sandbox.store.Stored;

/** How a client wants its objects: whole, as a table, or their metadata alone. All methods return JSON. */
interface Form {
    byte[] one(Call call, Stored object);

    byte[] many(Call call, Answer.Many page);

    /** The object of a watch event. */
    byte[] event(Call call, Stored object);

    /** The object of a bookmark; {@code endOfInitial} adds the note that the initial objects are out. */
    byte[] bookmark(Call call, long version, boolean endOfInitial);
}
