package io.fairlead.testbed.system;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Waits until something that was started can be used. */
public final class Ready {
    // A machine that builds something else at the same time may need long; a start that fails ends the wait early.
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private Ready() {}

    /** Waits for a 200 from {@code url}. */
    public static void await(Daemon daemon, URI url, @Nullable SSLContext tls) {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5));
        try (HttpClient client = (tls == null ? builder : builder.sslContext(tls)).build()) {
            HttpRequest request =
                    HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(10)).build();
            await(daemon, url.toString(), () -> answers(client, request));
        }
    }

    /**
     * Waits until it holds, for as long as the daemon lives and our patience lasts.
     *
     * @throws FreePort.Taken if it ended because somebody else has its port
     */
    public static void await(Daemon daemon, String what, BooleanSupplier condition) {
        boolean ended = Patience.until(PATIENCE, () -> !daemon.alive() || condition.getAsBoolean());
        if (!daemon.alive()) {
            String words = daemon.lastWords();
            String message = daemon.name() + " ended before it was ready; its last words:\n" + words;
            throw words.toLowerCase(Locale.ROOT).contains("address already in use")
                    ? new FreePort.Taken(message)
                    : new IllegalStateException(message);
        }
        if (!ended) {
            throw new IllegalStateException(daemon.name() + ": no " + what + " after " + PATIENCE.toSeconds()
                    + " s; its last words:\n" + daemon.lastWords());
        }
    }

    private static boolean answers(HttpClient client, HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + request.uri(), e);
        }
    }
}
