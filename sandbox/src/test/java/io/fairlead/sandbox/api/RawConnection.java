package io.fairlead.sandbox.api;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.SocketFactory;

/** One kept-alive HTTP/1.1 connection that does no more than a benchmark needs, so that the server is what is measured. */
final class RawConnection implements AutoCloseable {
    /** What came back: the status code and how many bytes the body had. */
    record Response(int code, long bytes) {}

    private final Socket socket;
    private final String host;
    private final InputStream in;
    private final OutputStream out;

    RawConnection(URI server, SocketFactory sockets) throws IOException {
        socket = sockets.createSocket(server.getHost(), server.getPort());
        socket.setTcpNoDelay(true);
        host = server.getHost();
        in = new BufferedInputStream(socket.getInputStream(), 256 * 1024);
        out = new BufferedOutputStream(socket.getOutputStream(), 32 * 1024);
    }

    Response send(String method, String path, byte[] body) throws IOException {
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + host
                + "\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                + "\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        int code = Integer.parseInt(line().split(" ")[1]);
        long length = -1;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Long.parseLong(line.substring(15).trim());
            }
        }
        return new Response(code, length >= 0 ? skip(length) : skipChunks());
    }

    private long skipChunks() throws IOException {
        long total = 0;
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            total += skip(size);
            line();
        }
        line();
        return total;
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().trim(), 16);
    }

    private long skip(long length) throws IOException {
        in.skipNBytes(length);
        return length;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
