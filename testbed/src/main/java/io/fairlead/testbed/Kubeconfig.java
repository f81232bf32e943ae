package io.fairlead.testbed;

import io.fairlead.testbed.pki.Credentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;

/** The file by which clients find an API server and show who they are. It needs no other files. */
record Kubeconfig(URI server, Credentials user) {
    String text() {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: testbed
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: testbed
                  user:
                    client-certificate-data: %s
                    client-key-data: %s
                contexts:
                - name: testbed
                  context:
                    cluster: testbed
                    user: testbed
                current-context: testbed
                """.formatted(server, base64(user.authorityPem()), base64(user.certificatePem()), base64(user.keyPem()));
    }

    Path writeTo(Path file) {
        try {
            Files.writeString(file, text());
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
