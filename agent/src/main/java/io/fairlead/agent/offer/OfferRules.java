package io.fairlead.agent.offer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fairlead.host.PciFunction;
import io.fairlead.host.PciInventory;
import java.util.List;
import java.util.Optional;

/**
 * All that the admin said may be given away. The first rule that fits a function decides; what none fits stays with the
 * host.
 */
public record OfferRules(List<OfferRule> rules) {
    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());

    public OfferRules {
        rules = List.copyOf(rules);
    }

    /** Nothing is given away. */
    public static OfferRules none() {
        return new OfferRules(List.of());
    }

    /**
     * Reads the configuration in YAML.
     *
     * @throws IllegalArgumentException if anything in it is not understood; the message begins with the path of the field
     */
    public static OfferRules parse(String yaml) {
        JsonNode document;
        try {
            document = YAML.readTree(yaml);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not YAML: " + e.getOriginalMessage() + at(e), e);
        }
        if (document == null || document.isMissingNode() || document.isNull()) {
            return none();
        }
        Fields fields = Fields.of("", document);
        OfferRules rules = new OfferRules(
                fields.objects("offers").stream().map(OfferRule::read).toList());
        fields.end();
        return rules;
    }

    private static String at(JsonProcessingException e) {
        return e.getLocation() == null ? "" : " in line " + e.getLocation().getLineNr();
    }

    Optional<OfferRule> ruleFor(PciFunction function, PciInventory inventory) {
        return rules.stream().filter(rule -> rule.fits(function, inventory)).findFirst();
    }
}
