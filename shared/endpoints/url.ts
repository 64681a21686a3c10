import { z } from 'zod'

/**
 * Result of a URL check, in the order of the checks. `public` means that the URL is valid. `loopback` is valid only in the
 * sandbox, which can deliver to this computer.
 */
export const UrlCode = z.enum([
  'public',
  'loopback',
  // Checks of the text as typed, before a parser normalizes it
  'empty',
  'too-long',
  'space-or-control',
  'backslash',
  'not-https',
  'incomplete',
  'user-info',
  // Parser errors
  'numeric-label',
  'port-too-high',
  'unreadable',
  // Checks of the host
  'special-ipv6',
  'special-ipv4',
  'noncanonical',
  'local-name',
  'bad-label',
  'single-label',
  'ambiguous-name',
  'loopback-name',
  'embedded-address',
  'trailing-dot',
  'percent-in-host',
  // Other checks
  'fragment',
  'empty-port',
  'port-zero',
  'blocked-port',
  'outside-sandbox',
])
export type UrlCode = z.infer<typeof UrlCode>

export const UrlWarning = z.object({
  code: z.enum(['other-port', 'idn', 'host-normalised', 'secret-in-query', 'dns-special']),
  sentence: z.string(),
})
export type UrlWarning = z.infer<typeof UrlWarning>

/** Whether the service can deliver to a URL (specification, section 4: *HTTPS, publicly reachable*), judging by its text. */
export const UrlVerdict = z.object({
  verdict: z.enum(['allowed', 'refused']),
  code: UrlCode,
  /** Explanation and advice for the user. Never repeats text that may be a secret. */
  sentence: z.string(),
  warnings: z.array(UrlWarning),
  /** The host name as the service parses it. International names are in punycode. `null` if the URL is invalid. */
  host: z.string().nullable(),
})
export type UrlVerdict = z.infer<typeof UrlVerdict>
