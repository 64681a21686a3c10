import { z } from 'zod'

/**
 * Result of a URL check, in the order of the checks. `public`: the URL is valid. `loopback`: also valid, in the sandbox, which delivers to
 * this computer.
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
  // Errors of the parser
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
])
export type UrlCode = z.infer<typeof UrlCode>

/** A warning that does not prevent anything. */
export const UrlWarning = z.object({
  code: z.enum(['other-port', 'idn', 'host-normalised', 'secret-in-query', 'dns-special']),
  sentence: z.string(),
})
export type UrlWarning = z.infer<typeof UrlWarning>

/** Whether the service can deliver to a URL (specification, section 4: *HTTPS, publicly reachable*), as far as the text shows. */
export const UrlVerdict = z.object({
  verdict: z.enum(['allowed', 'refused']),
  code: UrlCode,
  /** Explanation and advice for the user. Never repeats a possible secret. */
  sentence: z.string(),
  /** Only for an allowed URL. */
  warnings: z.array(UrlWarning),
  /** Host name as the service parses it, in punycode if international. `null` if the URL is invalid. */
  host: z.string().nullable(),
})
export type UrlVerdict = z.infer<typeof UrlVerdict>
