package io.fairlead.sandbox.rest;

import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Names made from {@code metadata.generateName}. */
final class GeneratedName {
    /** No vowels and no 0, 1, 3: such names cannot spell a word. */
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SUFFIX = 5;
    private static final int LONGEST = 63;

    /** So often the real server tries, too. */
    private static final int ATTEMPTS = 8;

    private GeneratedName() {}

    /** One that is free, as far as can be seen. */
    static String from(String prefix, Predicate<String> isTaken, RandomGenerator random) {
        String name = any(prefix, random);
        for (int attempt = 1; attempt < ATTEMPTS && isTaken.test(name); attempt++) {
            name = any(prefix, random);
        }
        return name;
    }

    private static String any(String prefix, RandomGenerator random) {
        var name = new StringBuilder(prefix.substring(0, Math.min(prefix.length(), LONGEST - SUFFIX)));
        for (int i = 0; i < SUFFIX; i++) {
            name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return name.toString();
    }
}
