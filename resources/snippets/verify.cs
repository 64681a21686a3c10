// Verifies a webhook delivery (Standard Webhooks). Needs .NET 8 or newer, and no packages.
//
// Set NOTEHOOK_SIGNING_SECRET to the endpoint's signing secret (whsec_…). Pass the headers webhook-id,
// webhook-timestamp and webhook-signature unchanged, and the body as the bytes that were received. To get
// them, copy Request.Body to a MemoryStream before anything else reads it. Verify the delivery before you
// parse the JSON.
using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

public static class Webhook
{
    private const long ToleranceSeconds = 5 * 60;

    public static bool Verify(string? id, string? timestamp, string? signatures, byte[] rawBody)
    {
        var secret = Environment.GetEnvironmentVariable("NOTEHOOK_SIGNING_SECRET") ?? "";
        if (!secret.StartsWith("whsec_", StringComparison.Ordinal))
            throw new InvalidOperationException("NOTEHOOK_SIGNING_SECRET is not set.");
        if (string.IsNullOrEmpty(id) || timestamp is null || signatures is null) return false;
        if (!Regex.IsMatch(timestamp, @"\A[0-9]{1,12}\z")) return false;
        var age = DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp);
        if (Math.Abs(age) > ToleranceSeconds) return false;

        var key = Convert.FromBase64String(secret["whsec_".Length..]);
        var signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(rawBody).ToArray();
        var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed)));
        return signatures.Split(' ').Any(entry =>
            CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(entry), expected));
    }
}
