// Verifies a webhook delivery (Standard Webhooks). Needs Java 11 or newer, and no libraries.
//
// Set NOTEHOOK_SIGNING_SECRET to the endpoint's signing secret (whsec_…). Pass the headers webhook-id,
// webhook-timestamp and webhook-signature unchanged, and the body as the bytes that were received:
// @RequestBody byte[] in Spring, request.getInputStream().readAllBytes() in a servlet. Verify the delivery
// before you parse the JSON.
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Webhook {
    private static final long TOLERANCE_SECONDS = 5 * 60;

    static boolean verify(String id, String timestamp, String signatures, byte[] rawBody)
            throws GeneralSecurityException {
        String secret = System.getenv("NOTEHOOK_SIGNING_SECRET");
        if (secret == null || !secret.startsWith("whsec_")) {
            throw new IllegalStateException("NOTEHOOK_SIGNING_SECRET is not set.");
        }
        if (id == null || id.isEmpty() || timestamp == null || signatures == null) return false;
        if (!timestamp.matches("[0-9]{1,12}")) return false;
        long age = Instant.now().getEpochSecond() - Long.parseLong(timestamp);
        if (Math.abs(age) > TOLERANCE_SECONDS) return false;

        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(rawBody))).getBytes(UTF_8);
        for (String entry : signatures.split(" ")) {
            if (MessageDigest.isEqual(entry.getBytes(UTF_8), expected)) return true;
        }
        return false;
    }
}
