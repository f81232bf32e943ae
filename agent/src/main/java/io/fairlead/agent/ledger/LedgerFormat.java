package io.fairlead.agent.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.util.RawValue;
import io.fairlead.host.PciAddress;
import io.fairlead.host.PciId;
import java.io.IOException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/** The ledger as JSON, which people can read too. One writes for one ledger, one state after the other. */
final class LedgerFormat {
    /** Raised whenever an older agent would misread the file. */
    static final int VERSION = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .addModule(new SimpleModule()
                    .addSerializer(PciAddress.class, ToStringSerializer.instance)
                    .addSerializer(PciId.class, ToStringSerializer.instance)
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addDeserializer(PciAddress.class, text(PciAddress.class, PciAddress::parse))
                    .addDeserializer(PciId.class, text(PciId.class, LedgerFormat::id))
                    .addDeserializer(Instant.class, text(Instant.class, Instant::parse))
                    .addKeyDeserializer(PciAddress.class, new KeyDeserializer() {
                        @Override
                        public Object deserializeKey(String key, DeserializationContext context) {
                            return PciAddress.parse(key);
                        }
                    }))
            .build();

    /** Doors are many and seldom change, so how they are written is kept. */
    private record Doors(NavigableMap<PciAddress, Door> doors, RawValue written) {}

    /** A state as the file has it, its doors written already. */
    private record Draft(String bootId, RawValue doors, NavigableMap<String, Holding> holdings) {}

    private Doors last = new Doors(new TreeMap<>(), new RawValue("{}"));

    @SuppressWarnings("ReferenceEquality") // others that are equal are only written once more
    String write(LedgerState state) {
        try {
            if (state.doors() != last.doors()) {
                last = new Doors(state.doors(), new RawValue(JSON.writeValueAsString(state.doors())));
            }
            return JSON.writeValueAsString(new Draft(state.bootId(), last.written(), state.holdings()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the ledger cannot be written as JSON", e);
        }
    }

    /** Reads what {@link #write} wrote; an {@link IOException} says what is wrong with it. */
    static LedgerState read(String content) throws IOException {
        try {
            return JSON.readValue(content, LedgerState.class);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static PciId id(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("\"" + text + "\" is not a vendor and a device");
        }
        return new PciId(HexFormat.fromHexDigits(parts[0]), HexFormat.fromHexDigits(parts[1]));
    }

    private static <T> JsonDeserializer<T> text(Class<T> type, Function<String, T> parse) {
        return new FromStringDeserializer<>(type) {
            private static final long serialVersionUID = 1;

            @Override
            protected T _deserialize(String value, DeserializationContext context) {
                return parse.apply(value);
            }
        };
    }
}
