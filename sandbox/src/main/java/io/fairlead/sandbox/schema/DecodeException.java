package io.fairlead.sandbox.schema;

/** A value that the Go type of a built-in kind cannot hold; the message is Go's, without the kind in front. */
public final class DecodeException extends RuntimeException {
    DecodeException(String message) {
        super(message, null, false, false);
    }
}
