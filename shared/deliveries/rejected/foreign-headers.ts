/** How others begin the names that the service begins with `webhook-` (specification, section 4). */
export const foreignPrefixes = ['svix-', 'x-webhook-'] as const

/** Which of them signed a request with headers of these names, if any did. */
export function foreignPrefixOf(
  headerNames: readonly string[],
): (typeof foreignPrefixes)[number] | undefined {
  const names = headerNames.map((name) => name.toLowerCase())
  return foreignPrefixes.find((prefix) => names.includes(`${prefix}signature`))
}
