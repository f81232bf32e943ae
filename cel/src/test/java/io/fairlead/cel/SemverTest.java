package io.fairlead.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SemverTest {
    @Test
    void versionsAreOrderedAsTheStandardSays() {
        List<String> ordered = List.of(
                "0.9.9",
                "1.0.0-alpha",
                "1.0.0-alpha.1",
                "1.0.0-alpha.beta",
                "1.0.0-beta.2",
                "1.0.0-beta.11",
                "1.0.0-rc.1",
                "1.0.0",
                "1.0.10",
                "1.2.0",
                "10.0.0");
        assertThat(ordered.reversed().stream().map(Semver::parse).sorted().map(Semver::toString))
                .containsExactlyElementsOf(ordered);
    }

    @Test
    void buildMetadataDoesNotCount() {
        assertThat(Semver.parse("1.0.0+a")).isEqualTo(Semver.parse("1.0.0+b"));
    }

    @Test
    void onlyTheFullFormIsAVersion() {
        assertThat(List.of("1.0", "v1.0.0", "01.0.0", "1.0.0-", "1.0.0-01", "99999999999999999999.0.0"))
                .allMatch(text -> Semver.tryParse(text).isEmpty());
    }

    @Test
    void normalizingMendsWhatPeopleWrite() {
        assertThat(Semver.normalize("v01.2")).isEqualTo("1.2.0");
        assertThat(Semver.normalize("1")).isEqualTo("1.0.0");
        assertThat(Semver.tryParse(Semver.normalize("1.2-rc.1"))).isEmpty();
    }
}
