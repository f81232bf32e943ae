package io.fairlead.agent.offer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class OfferRulesTest {
    record Wrong(String yaml, String words) {}

    static final List<Wrong> WRONG = List.of(
            new Wrong("offers: {}", "offers: must be a list, not object"),
            new Wrong("offer: []", "offer: is not known; known are offers"),
            new Wrong("offers: [{}]", "offers[0]: match is missing"),
            new Wrong("offers: [{match: all}]", "offers[0].match: must be an object, not string"),
            new Wrong(
                    "offers: [{match: {}}, {match: {vendor: ['8086']}}]",
                    "offers[1].match.vendor: is not known; known are vendors,"),
            new Wrong(
                    "offers: [{match: {vendors: ['80867']}}]",
                    "offers[0].match.vendors[0]: \"80867\" must be four hex digits"),
            new Wrong(
                    "offers: [{match: {vendors: [8086]}}]",
                    "offers[0].match.vendors[0]: must be a text in quotes, not 8086"),
            new Wrong("offers: [{match: {classes: ['020']}}]", "offers[0].match.classes[0]: \"020\" must be a class"),
            new Wrong(
                    "offers: [{match: {addresses: ['3b:00.0']}}]",
                    "offers[0].match.addresses[0]: \"3b:00.0\" is not a PCI address"),
            new Wrong(
                    "offers: [{match: {}, offer: card}]",
                    "offers[0].offer: \"card\" must be one of [functions, cards, both]"),
            new Wrong(
                    "offers: [{match: {}, withoutCounters: both}]",
                    "offers[0]: withoutCounters must be functions or cards"),
            new Wrong("offers: [{match: {mdevTypes: [a]}, offer: cards}]", "offers[0]: offer cannot be cards"),
            new Wrong("offers: [{match: {}, bootVGA: yes please}]", "offers[0].bootVGA: must be true or false"),
            new Wrong("offers: [", "not YAML"),
            new Wrong("offers: []\noffers: []", "not YAML: Duplicate field 'offers'"),
            new Wrong("- a", "must be an object, not array"));

    @ParameterizedTest
    @FieldSource("WRONG")
    void whatIsNotUnderstoodIsRefusedWithThePathOfTheField(Wrong wrong) {
        assertThatThrownBy(() -> OfferRules.parse(wrong.yaml()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(wrong.words());
    }

    @Test
    void nothingIsOfferedWithoutAWord() {
        assertThat(OfferRules.parse("")).isEqualTo(OfferRules.none());
        assertThat(OfferRules.parse("# nothing yet\n")).isEqualTo(OfferRules.none());
        assertThat(OfferRules.parse("offers:")).isEqualTo(OfferRules.none());
    }

    @Test
    void aRuleSaysAllThatItCanSay() {
        OfferRules rules = OfferRules.parse("""
                offers:
                - match:
                    vendors: ["10DE"]
                    devices: ["2331"]
                    classes: ["03", "0302"]
                    addresses: ["0000:3b:00.0"]
                    physicalFunctions: ["eth0"]
                  offer: both
                  withoutCounters: cards
                  bootVGA: true
                """);

        OfferRule rule = rules.rules().getFirst();
        assertThat(rule.vendors()).containsExactly(0x10de);
        assertThat(rule.classes()).containsExactly("03", "0302");
        assertThat(rule.what()).isEqualTo(OfferRule.What.BOTH);
        assertThat(rule.withoutCounters()).isEqualTo(OfferRule.What.CARDS);
        assertThat(rule.bootVga()).isTrue();
    }
}
