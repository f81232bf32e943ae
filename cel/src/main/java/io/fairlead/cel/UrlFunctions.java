package io.fairlead.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import io.fairlead.cel.Functions.Parameter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** {@code url("https://host:443/path")} and its parts. A URL is absolute, or a path that starts with a slash. */
final class UrlFunctions {
    private static final CelType TYPE = OpaqueType.create("kubernetes.URL");
    private static final Parameter URL = new Parameter(TYPE, URI.class);
    private static final Parameter TEXT = new Parameter(SimpleType.STRING, String.class);

    private UrlFunctions() {}

    static void addTo(Functions functions) {
        functions
                .global("url", "string_to_url", TYPE, a -> parse((String) a[0]), TEXT)
                .global(
                        "isURL",
                        "is_url_string",
                        SimpleType.BOOL,
                        a -> tryParse((String) a[0]).isPresent(),
                        TEXT)
                .member("getScheme", "url_get_scheme", SimpleType.STRING, a -> text(url(a).getScheme()), URL)
                .member("getHost", "url_get_host", SimpleType.STRING, a -> host(url(a)), URL)
                .member("getHostname", "url_get_hostname", SimpleType.STRING, a -> hostname(url(a)), URL)
                .member("getPort", "url_get_port", SimpleType.STRING, a -> port(url(a)), URL)
                .member(
                        "getEscapedPath",
                        "url_get_escaped_path",
                        SimpleType.STRING,
                        a -> text(url(a).getRawPath()),
                        URL)
                .member(
                        "getQuery",
                        "url_get_query",
                        MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING)),
                        a -> query(url(a)),
                        URL);
    }

    static Optional<URI> tryParse(String text) {
        try {
            URI uri = new URI(text);
            boolean request = uri.isAbsolute() ? !uri.isOpaque() : text.startsWith("/");
            return request ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static URI parse(String text) {
        return tryParse(text)
                .orElseThrow(() ->
                        new CelFailure("URL parse error during conversion from string: invalid URI \"" + text + "\""));
    }

    private static URI url(Object[] arguments) {
        return (URI) arguments[0];
    }

    private static String text(@org.jspecify.annotations.Nullable String part) {
        return Objects.requireNonNullElse(part, "");
    }

    private static String host(URI url) {
        String authority = text(url.getRawAuthority());
        return authority.substring(authority.indexOf('@') + 1);
    }

    private static String hostname(URI url) {
        String host = text(url.getHost());
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static String port(URI url) {
        return url.getPort() < 0 ? "" : Integer.toString(url.getPort());
    }

    private static Map<String, List<String>> query(URI url) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : text(url.getRawQuery()).split("&")) {
            if (!pair.isEmpty()) {
                String[] parts = pair.split("=", 2);
                values.computeIfAbsent(decode(parts[0]), k -> new ArrayList<>())
                        .add(parts.length > 1 ? decode(parts[1]) : "");
            }
        }
        return values;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
