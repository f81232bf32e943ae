package io.fairlead.cel;

/** A network in CIDR notation: an address and how many of its first bits name the network. */
record Cidr(IpAddress address, int length) {
    static Cidr parse(String text) {
        int slash = text.lastIndexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("0|[1-9][0-9]{0,2}")) {
            throw new CelFailure("network address parse error during conversion from string: \"" + text + "\"");
        }
        IpAddress address = IpAddress.parse(text.substring(0, slash));
        int length = Integer.parseInt(text, slash + 1, text.length(), 10);
        if (length > address.bits()) {
            throw new CelFailure("network address parse error: prefix length out of range in \"" + text + "\"");
        }
        return new Cidr(address, length);
    }

    boolean contains(IpAddress other) {
        return address.sharesPrefix(other, length);
    }

    boolean contains(Cidr other) {
        return length <= other.length && address.sharesPrefix(other.address, length);
    }

    Cidr masked() {
        return new Cidr(address.masked(length), length);
    }

    @Override
    public String toString() {
        return address + "/" + length;
    }
}
