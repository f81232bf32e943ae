package io.fairlead.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.AuthProviderConfigBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CredentialsTest {
    private static final class CountingConfig extends Config {
        private int refreshed;

        CountingConfig() {
            super(false);
        }

        @Override
        public Config refresh() {
            refreshed++;
            return this;
        }
    }

    private final CountingConfig config = new CountingConfig();

    @Test
    void aClientWithoutATokenDoesNotLookForOne() {
        assertThat(sentAfterAMinute(Credentials.settled(config))).isNull();
        assertThat(config.refreshed).isZero();
    }

    @Test
    void oneThatNobodySettledDoes() {
        assertThat(sentAfterAMinute(config)).isNull();
        assertThat(config.refreshed).isEqualTo(1);
    }

    @Test
    void aTokenThatChangesIsReadAnew() {
        config.setAutoOAuthToken("of-this-hour");
        assertThat(sentAfterAMinute(Credentials.settled(config))).isEqualTo("Bearer of-this-hour");
        assertThat(config.refreshed).isEqualTo(1);
    }

    @Test
    void anAuthenticationProviderGoesOnProvidingTokens() {
        config.setAuthProvider(new AuthProviderConfigBuilder().withName("cloud").build());
        assertThat(sentAfterAMinute(Credentials.settled(config))).isNull();
        assertThat(config.refreshed).isEqualTo(1);
    }

    /** The header that proves who the client is. */
    private static String sentAfterAMinute(Config config) {
        HttpRequest.Builder request = new StandardHttpRequest.Builder().uri("http://cluster");
        new TokenRefreshInterceptor(
                        config, Instant.now().minus(Duration.ofMinutes(2)), _ -> CompletableFuture.completedFuture(""))
                .before(request, request.build(), null);
        return request.build().header(TokenRefreshInterceptor.AUTHORIZATION);
    }
}
