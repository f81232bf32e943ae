package io.fairlead.sandbox.rest;

import java.util.ArrayList;
import java.util.List;

/** What a request should know beside its answer; sent as Warning headers. Belongs to one request's thread. */
public final class Warnings {
    private final List<String> texts = new ArrayList<>();

    public void add(String text) {
        if (!texts.contains(text)) {
            texts.add(text);
        }
    }

    public List<String> texts() {
        return texts;
    }
}
