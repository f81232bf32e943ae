package io.fairlead.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Ends a command with exit status 1 and one line on stderr: what was asked, what is in the way, what to do. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Refusal(String message) {
        super(message);
    }

    public Refusal(String message, Throwable cause) {
        super(message, cause);
    }

    /** What is wrong with a file: the JDK's exceptions often carry nothing but its name. */
    static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "there is no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            default -> String.valueOf(failure.getMessage());
        };
    }
}
