package io.fairlead.host;

/**
 * The PCIe link of a function, in the kernel's words.
 *
 * @param speed now, such as {@code 8.0 GT/s PCIe}
 * @param width lanes now; 0 when the link is down or not known
 * @param maxSpeed what the function could do
 * @param maxWidth lanes that the function could use
 */
public record PciLink(String speed, int width, String maxSpeed, int maxWidth) {}
