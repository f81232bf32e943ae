/**
 * Protobuf bodies of the built-in kinds, which Go clients such as {@code kubectl create configmap} prefer to send.
 *
 * <p>In come bytes with Kubernetes' envelope; out goes the JSON tree that a client would have sent instead, which the rest
 * of the server reads as it reads all JSON. Answers are never protobuf: who sends it takes JSON too. The numbers of the
 * fields are in {@code messages.txt}, which {@code MessagesCapture} in the test sources makes.
 */
@NullMarked
package io.fairlead.sandbox.protobuf;

import org.jspecify.annotations.NullMarked;
