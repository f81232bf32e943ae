package io.fairlead.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.cel.ValueType.Fields;
import io.fairlead.cel.ValueType.Items;
import io.fairlead.cel.ValueType.Scalar;
import io.fairlead.cel.ValueType.Table;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidationRuleTest {
    private static final ValidationRules RULES = new ValidationRules(new Fields(Map.of(
            "min", Scalar.INTEGER,
            "max", Scalar.INTEGER,
            "share", Scalar.NUMBER,
            "names", new Items(Scalar.TEXT),
            "labels", new Table(Scalar.TEXT),
            "port", Scalar.ANY,
            "grace", Scalar.DURATION,
            "since", Scalar.TIME,
            "inner", new Fields(Map.of("a-b", Scalar.INTEGER, "namespace", Scalar.TEXT)))));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "self.min <= self.max && self.names.all(n, n.size() > 0)",
                "self.share == 2.0 && self.share / 4.0 == 0.5",
                "self.labels['app'] == 'x' && 'app' in self.labels && self.labels.all(k, k == 'app')",
                "self.port == 80 || self.port == 'http'",
                "self.grace < duration('2m') && self.grace == duration('90s')",
                "self.since > timestamp('2026-01-01T00:00:00Z') && self.since.getFullYear() == 2026",
                "!has(self.max) || self.max > 0",
                "self.inner.a__dash__b == 1 && self.inner.__namespace__ == 'x'",
                "has(self.inner) && self.inner == self.inner",
            })
    void aRuleJudgesTheValueItStandsOn(String rule) {
        Map<String, Object> value = Map.of(
                "min",
                1,
                "max",
                2,
                "share",
                2,
                "names",
                List.of("a"),
                "labels",
                Map.of("app", "x"),
                "port",
                "http",
                "grace",
                "1m30s",
                "since",
                "2026-11-16T03:00:00+01:00",
                "inner",
                Map.of("a-b", 1, "namespace", "x"));

        assertThat(RULES.rule(rule).holds(value, null)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            self.min == 'x'            | found no matching overload for '_==_' applied to '(int, string)'
            self.share == 1            | found no matching overload for '_==_' applied to '(double, int)'
            self.missing == 1          | undefined field 'missing'
            self.inner.a == 1          | undefined field 'a'
            self.names.all(n, n > 1)   | found no matching overload for '_>_' applied to '(string, int)'
            self.labels['a'] < 1       | found no matching overload for '_<_' applied to '(string, int)'
            self.min + 1               | cel expression must evaluate to a bool
            self.port                  | cel expression must evaluate to a bool
            """)
    void whatTheSchemaDoesNotDeclareIsRefused(String rule, String why) {
        assertThatThrownBy(() -> RULES.rule(rule))
                .isInstanceOf(CelFailure.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("candidates");
    }

    @Test
    void aRefusalShowsThePlace() {
        assertThatThrownBy(() -> RULES.rule("self.min == 'x'")).hasMessage("""
                compilation failed: ERROR: <input>:1:10: found no matching overload for '_==_' applied to '(int, string)'
                 | self.min == 'x'
                 | .........^""");
    }

    @Test
    void aTransitionRuleComparesWithTheOldValue() {
        ValidationRule rule = new ValidationRules(Scalar.TEXT).rule("self == oldSelf");
        assertThat(rule.isTransition()).isTrue();
        assertThat(rule.holds("a", "a")).isTrue();
        assertThat(rule.holds("a", "b")).isFalse();
        assertThat(RULES.rule("self.min > 0").isTransition()).isFalse();
    }

    @Test
    void anAbsentFieldIsAskedForBeforeItIsRead() {
        assertThat(RULES.rule("!has(self.min) || self.min > 0").holds(Map.of(), null))
                .isTrue();
        ValidationRule careless = RULES.rule("self.min > 0");
        assertThatThrownBy(() -> careless.holds(Map.of(), null)).isInstanceOf(CelFailure.class);
    }

    @Test
    void aMessageExpressionSpeaks() {
        assertThat(RULES.message("'at most %d'.format([self.max])").message(Map.of("max", 7), null))
                .isEqualTo("at most 7");
    }
}
