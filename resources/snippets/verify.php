<?php
// Verifies a webhook delivery (Standard Webhooks). Needs PHP 8.0 or newer, and no packages.
//
// Set NOTEHOOK_SIGNING_SECRET to the endpoint's signing secret (whsec_…). Pass the headers webhook-id,
// webhook-timestamp and webhook-signature unchanged ($_SERVER['HTTP_WEBHOOK_ID'] and so on), and the body as
// it was received: file_get_contents('php://input'). Verify the delivery before you parse the JSON.
declare(strict_types=1);

const TOLERANCE_SECONDS = 5 * 60;

function verify(?string $id, ?string $timestamp, ?string $signatures, string $rawBody): bool
{
    $secret = (string) getenv('NOTEHOOK_SIGNING_SECRET');
    if (!str_starts_with($secret, 'whsec_')) {
        throw new RuntimeException('NOTEHOOK_SIGNING_SECRET is not set.');
    }
    if ((string) $id === '' || !preg_match('/^[0-9]{1,12}$/D', (string) $timestamp)) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }

    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    if ($key === false) {
        throw new RuntimeException('NOTEHOOK_SIGNING_SECRET is not base64.');
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true));
    foreach (explode(' ', (string) $signatures) as $entry) {
        if (hash_equals($expected, $entry)) {
            return true;
        }
    }
    return false;
}
