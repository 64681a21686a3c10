import { z } from 'zod'

/**
 * Why an endpoint's URL is refused, in the order in which it is looked at. `public`: it is not. `loopback`: nor is this one, in the
 * sandbox, which delivers to this computer.
 */
export const UrlCode = z.enum([
  'public',
  'loopback',
  // The text as it was typed, before any parser repairs it
  'empty',
  'too-long',
  'space-or-control',
  'backslash',
  'not-https',
  'incomplete',
  'user-info',
  // The parser's own refusals
  'numeric-label',
  'port-too-high',
  'unreadable',
  // The host
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
  // The rest
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

/** Whether the service can deliver to a URL (specification, section 4: *HTTPS, publicly reachable*), as far as it shows. */
export const UrlVerdict = z.object({
  verdict: z.enum(['allowed', 'refused']),
  code: UrlCode,
  /** For the person who typed it: what is wrong and what to do. Never repeats what may be a secret. */
  sentence: z.string(),
  /** Of an allowed URL. */
  warnings: z.array(UrlWarning),
  /** As the service will read it, an international name in punycode; `null` when it cannot be read. */
  host: z.string().nullable(),
})
export type UrlVerdict = z.infer<typeof UrlVerdict>
