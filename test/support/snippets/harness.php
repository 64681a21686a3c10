<?php
declare(strict_types=1);
require __DIR__ . '/verify.php';

$header = fn(string $text): ?string => $text === '-' ? null : base64_decode($text);
while (($line = fgets(STDIN)) !== false) {
    [$id, $timestamp, $signatures, $body] = explode("\t", rtrim($line, "\n"));
    echo verify($header($id), $header($timestamp), $header($signatures), base64_decode($body)) ? "true\n" : "false\n";
}
