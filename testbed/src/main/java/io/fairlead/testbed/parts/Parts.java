package io.fairlead.testbed.parts;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The parts that were built for the user, and those that still have to be. */
public final class Parts {
    private final Cache cache;

    public Parts(Cache cache) {
        this.cache = cache;
    }

    public static Parts ofUser() {
        return new Parts(Cache.ofUser());
    }

    /** Whether all of them are there already, so that nothing is needed to build them. */
    public boolean has(List<Part> parts) {
        return parts.stream().allMatch(part -> cache.has(name(part)));
    }

    /** The folder with the part's binaries; builds them when this is the first use of that version. */
    public Path binaries(Part part) {
        return cache.get(
                name(part),
                "building " + part.title() + " from source",
                (target, work) -> GoBuild.run(part, work, target));
    }

    /** Where the part is, or will be. */
    Path folder(Part part) {
        return cache.folder(name(part));
    }

    /** The key in it holds everything that decides what comes out of the build. */
    private static String name(Part part) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(part.resource("go.mod"));
            digest.update(String.join(" ", part.flags()).getBytes(StandardCharsets.UTF_8));
            String key = HexFormat.of().formatHex(digest.digest(), 0, 6);
            return part.title().replace(' ', '-') + "-" + key;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
