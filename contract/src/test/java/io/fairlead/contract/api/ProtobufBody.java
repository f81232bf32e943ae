package io.fairlead.contract.api;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;

/** Bytes that are, or look like, what a Go client sends. */
record ProtobufBody(ByteString content) {
    /** A message of a kind, built field by field. */
    static ProtobufBody of(String apiVersion, String kind, UnknownFieldSet message) {
        UnknownFieldSet type =
                message().addField(1, text(apiVersion)).addField(2, text(kind)).build();
        UnknownFieldSet unknown =
                message().addField(1, nested(type)).addField(2, nested(message)).build();
        return new ProtobufBody(ByteString.copyFromUtf8("k8s\0").concat(unknown.toByteString()));
    }

    static UnknownFieldSet.Builder message() {
        return UnknownFieldSet.newBuilder();
    }

    static Field text(String... values) {
        Field.Builder field = Field.newBuilder();
        for (String value : values) {
            field.addLengthDelimited(ByteString.copyFromUtf8(value));
        }
        return field.build();
    }

    static Field number(long value) {
        return Field.newBuilder().addVarint(value).build();
    }

    static Field nested(UnknownFieldSet... messages) {
        Field.Builder field = Field.newBuilder();
        for (UnknownFieldSet message : messages) {
            field.addLengthDelimited(message.toByteString());
        }
        return field.build();
    }
}
