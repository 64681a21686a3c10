/** Header prefixes that other senders use in place of the service's `webhook-` (specification, section 4). */
export const foreignPrefixes = ['svix-', 'x-webhook-'] as const

/** Returns the prefix of the signature header among these names, if any. */
export function foreignPrefixOf(
  headerNames: readonly string[],
): (typeof foreignPrefixes)[number] | undefined {
  const names = headerNames.map((name) => name.toLowerCase())
  return foreignPrefixes.find((prefix) => names.includes(`${prefix}signature`))
}
