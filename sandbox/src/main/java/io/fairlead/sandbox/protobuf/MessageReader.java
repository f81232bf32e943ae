package io.fairlead.sandbox.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.fairlead.sandbox.protobuf.Messages.Field;
import io.fairlead.sandbox.schema.TreeReader;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;

/** Reads one message into the JSON that stands for it; fields that it does not know are dropped, as Go does. */
final class MessageReader {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int DEEPEST = 100;

    private MessageReader() {}

    static ObjectNode read(String message, byte[] bytes) throws IOException {
        ObjectNode object = JSON.objectNode();
        into(object, message, bytes, 0);
        return object;
    }

    private static void into(ObjectNode object, String message, byte[] bytes, int depth) throws IOException {
        if (depth > DEEPEST) {
            throw new IOException("exceeded max depth");
        }
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            Field field = Messages.of(message).get(WireFormat.getTagFieldNumber(tag));
            if (field == null) {
                in.skipField(tag);
            } else if (WireFormat.getTagWireType(tag) != wireType(field)) {
                throw new IOException(
                        "proto: wrong wireType = " + WireFormat.getTagWireType(tag) + " for field " + field.name());
            } else if (field.name().isEmpty()) {
                into(object, field.type(), in.readByteArray(), depth + 1);
            } else {
                switch (field.form()) {
                    case ONE -> object.set(field.name(), value(field.type(), in, depth));
                    case LIST -> object.withArrayProperty(field.name()).add(value(field.type(), in, depth));
                    case MAP -> entry(object.withObjectProperty(field.name()), field.type(), in.readByteArray(), depth);
                }
            }
        }
    }

    private static int wireType(Field field) {
        boolean number = field.form() != Messages.Form.MAP
                && (field.type().equals("int") || field.type().equals("bool"));
        return number ? WireFormat.WIRETYPE_VARINT : WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }

    private static void entry(ObjectNode map, String type, byte[] bytes, int depth) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        String key = "";
        JsonNode value = JSON.textNode("");
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> key = in.readString();
                case 2 -> value = value(type, in, depth);
                default -> in.skipField(tag);
            }
        }
        map.set(key, value);
    }

    private static JsonNode value(String type, CodedInputStream in, int depth) throws IOException {
        return switch (type) {
            case "string" -> JSON.textNode(in.readString());
            case "bytes" -> JSON.textNode(Base64.getEncoder().encodeToString(in.readByteArray()));
            case "int" -> integer(in.readInt64());
            case "bool" -> JSON.booleanNode(in.readBool());
            default -> message(type, in.readByteArray(), depth + 1);
        };
    }

    /** As the JSON reader has it: the smallest type that holds the number. */
    private static JsonNode integer(long number) {
        return number == (int) number ? JSON.numberNode((int) number) : JSON.numberNode(number);
    }

    private static JsonNode message(String type, byte[] bytes, int depth) throws IOException {
        return switch (type.substring(type.lastIndexOf('.') + 1)) {
            case "Quantity" -> plain(type, bytes, depth).path("string");
            case "Time" -> time(plain(type, bytes, depth), false);
            case "MicroTime" -> time(plain(type, bytes, depth), true);
            case "IntOrString" -> {
                ObjectNode either = plain(type, bytes, depth);
                yield either.path("type").asInt() == 0 ? either.path("intVal") : either.path("strVal");
            }
            case "FieldsV1", "RawExtension" -> json(plain(type, bytes, depth));
            default -> plain(type, bytes, depth);
        };
    }

    private static ObjectNode plain(String type, byte[] bytes, int depth) throws IOException {
        ObjectNode object = JSON.objectNode();
        into(object, type, bytes, depth);
        return object;
    }

    private static JsonNode time(ObjectNode time, boolean micros) {
        if (time.isEmpty()) {
            return JSON.nullNode();
        }
        // Below a second only the finer of the two types counts.
        long nanos = micros ? time.path("nanos").asLong() : 0;
        return JSON.textNode(
                Instant.ofEpochSecond(time.path("seconds").asLong(), nanos).toString());
    }

    private static JsonNode json(ObjectNode holder) throws IOException {
        String raw = holder.path("raw").asText(holder.path("Raw").asText());
        return raw.isEmpty()
                ? JSON.nullNode()
                : TreeReader.read(Base64.getDecoder().decode(raw)).root();
    }
}
