/**
 * Keys and certificates for a throw-away cluster, with nothing but the JDK.
 *
 * <p>A {@link io.fairlead.testbed.pki.CertificateAuthority} is made per cluster and signs
 * {@link io.fairlead.testbed.pki.Credentials} for its servers and users; out come PEM texts, and TLS contexts for tests.
 */
@NullMarked
package io.fairlead.testbed.pki;

import org.jspecify.annotations.NullMarked;
