package io.fairlead.host;

import io.fairlead.host.PciBar.Space;
import java.util.Optional;

/** A line of a function's {@code resource} file: first address, last address and flags. */
final class ResourceLine {
    private static final long IO = 0x100;
    private static final long MEMORY = 0x200;
    private static final long PREFETCHABLE = 0x2000;
    private static final long WIDE = 0x10_0000;

    private ResourceLine() {}

    /** The region that a line describes; nothing for an empty line or one that makes no sense. */
    static Optional<PciBar> bar(int index, String line) {
        String[] words = line.strip().split(" ");
        if (words.length != 3) {
            return Optional.empty();
        }
        try {
            long start = hex(words[0]);
            long size = hex(words[1]) - start + 1;
            long flags = hex(words[2]);
            if ((flags & (IO | MEMORY)) == 0 || size <= 0) {
                return Optional.empty();
            }
            Space space = (flags & IO) != 0 ? Space.IO : (flags & WIDE) != 0 ? Space.MEMORY_64 : Space.MEMORY_32;
            return Optional.of(new PciBar(index, size, space, (flags & PREFETCHABLE) != 0));
        } catch (NumberFormatException junk) {
            return Optional.empty();
        }
    }

    private static long hex(String word) {
        return Long.parseUnsignedLong(word.startsWith("0x") ? word.substring(2) : word, 16);
    }
}
