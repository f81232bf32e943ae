package io.fairlead.agent.offer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rules of a file that is edited while the agent runs. One that cannot be understood leaves the rules as they were. */
public final class OfferFile implements Supplier<OfferRules> {
    private static final Logger log = LoggerFactory.getLogger(OfferFile.class);

    private final Path file;
    // Guarded by this.
    private String text;
    private OfferRules rules;

    /**
     * Reads it for the first time.
     *
     * @throws IllegalArgumentException if it says something that no rule says
     */
    public OfferFile(Path file) throws IOException {
        this.file = file;
        this.text = Files.readString(file);
        this.rules = OfferRules.parse(text);
    }

    @Override
    public synchronized OfferRules get() {
        try {
            String now = Files.readString(file);
            if (!now.equals(text)) {
                text = now;
                rules = OfferRules.parse(now);
                log.info("{} was changed and is followed", file);
            }
        } catch (IOException e) {
            log.warn("{} cannot be read: {}; its rules stay", file, e.toString());
        } catch (IllegalArgumentException e) {
            log.warn("{}: {}; the rules from before stay", file, e.getMessage());
        }
        return rules;
    }
}
