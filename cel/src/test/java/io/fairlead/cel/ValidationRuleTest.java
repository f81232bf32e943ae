package io.fairlead.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValidationRuleTest {
    @Test
    void aRuleJudgesTheValueItStandsOn() {
        ValidationRule rule = ValidationRule.compile("self.min <= self.max && self.names.all(n, n.size() > 0)");
        assertThat(rule.isTransition()).isFalse();
        assertThat(rule.holds(Map.of("min", 1, "max", 2, "names", List.of("a")), null))
                .isTrue();
        assertThat(rule.holds(Map.of("min", 3, "max", 2, "names", List.of()), null))
                .isFalse();
    }

    @Test
    void aTransitionRuleComparesWithTheOldValue() {
        ValidationRule rule = ValidationRule.compile("self == oldSelf");
        assertThat(rule.isTransition()).isTrue();
        assertThat(rule.holds("a", "a")).isTrue();
        assertThat(rule.holds("a", "b")).isFalse();
    }

    @Test
    void anAbsentFieldIsAskedForBeforeItIsRead() {
        assertThat(ValidationRule.compile("!has(self.a) || self.a > 0").holds(Map.of(), null))
                .isTrue();
        assertThatThrownBy(() -> ValidationRule.compile("self.a > 0").holds(Map.of(), null))
                .isInstanceOf(CelFailure.class);
    }

    @Test
    void aFieldThatIsNoIdentifierIsReachedByItsEscapedName() {
        assertThat(ValidationRule.compile("self.a__dash__b == 1 && self.__namespace__ == 'x'")
                        .holds(Map.of("a-b", 1, "namespace", "x"), null))
                .isTrue();
    }

    @Test
    void aMessageExpressionSpeaks() {
        assertThat(ValidationRule.compileMessage("'at most %d'.format([self.max])")
                        .message(Map.of("max", 7), null))
                .isEqualTo("at most 7");
    }
}
