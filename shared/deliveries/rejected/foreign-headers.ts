/** Header prefixes that other senders use instead of the service's `webhook-` (specification, section 4). */
export const foreignPrefixes = ['svix-', 'x-webhook-'] as const

/** If one of these names is another sender's signature header, returns its prefix. */
export function foreignPrefixOf(
  headerNames: readonly string[],
): (typeof foreignPrefixes)[number] | undefined {
  const names = headerNames.map((name) => name.toLowerCase())
  return foreignPrefixes.find((prefix) => names.includes(`${prefix}signature`))
}
