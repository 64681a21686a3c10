/** Header prefixes that other senders use instead of the service's `webhook-` (specification, section 4). */
export const foreignPrefixes = ['svix-', 'x-webhook-'] as const

/** Returns the prefix if one of these names is the signature header of another sender. */
export function foreignPrefixOf(
  headerNames: readonly string[],
): (typeof foreignPrefixes)[number] | undefined {
  const names = headerNames.map((name) => name.toLowerCase())
  return foreignPrefixes.find((prefix) => names.includes(`${prefix}signature`))
}
