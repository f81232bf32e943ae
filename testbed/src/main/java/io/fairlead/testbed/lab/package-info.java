/**
 * A nested machine with an IOMMU, SR-IOV, a two-function card, mediated and vDPA devices, on real Linux in QEMU.
 *
 * <p>{@link io.fairlead.testbed.lab.LabImage} is its Debian, made once per user; {@link io.fairlead.testbed.lab.Lab} is the
 * running machine: commands and Java programs go in, output and exit status come out. It needs no KVM, changes nothing on
 * the machine that it runs on, and ends with the process that started it.
 */
@NullMarked
package io.fairlead.testbed.lab;

import org.jspecify.annotations.NullMarked;
