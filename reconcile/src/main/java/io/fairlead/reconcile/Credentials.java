package io.fairlead.reconcile;

import io.fabric8.kubernetes.client.Config;
import java.util.stream.Stream;

/** How clients that stay prove who they are. */
public final class Credentials {
    private Credentials() {}

    /**
     * Spares a client without a token the search for a new one. From its second minute on it would look for one before every
     * request, and read the whole kubeconfig each time. A token is still read anew once a minute.
     */
    public static Config settled(Config config) {
        boolean token = Stream.of(config.getOauthToken(), config.getAutoOAuthToken())
                .anyMatch(found -> found != null && !found.isEmpty());
        if (!token && config.getAuthProvider() == null && config.getOauthTokenProvider() == null) {
            config.setOauthTokenProvider(() -> null);
        }
        return config;
    }
}
