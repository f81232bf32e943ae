package io.fairlead.sandbox.protobuf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Arrays;

/** What Kubernetes puts around every message: a prefix, the kind, and the message itself. */
public final class Envelope {
    private static final byte[] PREFIX = {'k', '8', 's', 0};

    private String apiVersion = "";
    private String kind = "";
    private byte[] raw = {};

    private Envelope() {}

    /** The body as a JSON tree with its kind and version. Throws, in the words of Go, for what is none. */
    public static ObjectNode open(byte[] body) throws IOException {
        if (!Arrays.equals(body, 0, Math.min(PREFIX.length, body.length), PREFIX, 0, PREFIX.length)) {
            throw new IOException(
                    "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
        }
        try {
            return unpack(body);
        } catch (InvalidProtocolBufferException e) {
            throw new IOException("unexpected EOF", e);
        }
    }

    private static ObjectNode unpack(byte[] body) throws IOException {
        Envelope envelope = new Envelope();
        envelope.read(CodedInputStream.newInstance(body, PREFIX.length, body.length - PREFIX.length));
        String message = Messages.name(envelope.apiVersion, envelope.kind);
        if (message == null) {
            throw new IOException("no kind \"" + envelope.kind + "\" is registered for version \"" + envelope.apiVersion
                    + "\" in scheme \"pkg/runtime/scheme.go:111\"");
        }
        return MessageReader.read(message, envelope.raw)
                .put("apiVersion", envelope.apiVersion)
                .put("kind", envelope.kind);
    }

    private void read(CodedInputStream in) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> readType(CodedInputStream.newInstance(in.readByteArray()));
                case 2 -> raw = in.readByteArray();
                default -> in.skipField(tag);
            }
        }
    }

    private void readType(CodedInputStream in) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> apiVersion = in.readString();
                case 2 -> kind = in.readString();
                default -> in.skipField(tag);
            }
        }
    }
}
