package io.fairlead.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote beside this class. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"fairlead " + current()};
    }

    static String current() {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                build.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("build.properties of the fairlead jar", e);
        }
        return build.getProperty("version", "unknown");
    }
}
