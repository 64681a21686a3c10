const isOr = (piece: string) => /^(?:or|\|{1,2})$/i.test(piece)

/**
 * Returns whether the match at index `at` is an `OR` between two terms with keys. Filters don't support `OR`, so this is reported
 * to the user.
 */
export function joinsNothing(found: readonly RegExpMatchArray[], at: number): boolean {
  const hasKey = (match: RegExpMatchArray | undefined) => match?.groups?.key !== undefined
  return isOr(found[at]?.[0] ?? '') && hasKey(found[at - 1]) && hasKey(found[at + 1])
}

/** Matches an `OR` at the end of a filter that is still being typed. */
export const joinsNothingYet = /(?<=[a-z]:\S+)\s+(?:or|\|{1,2})\s*$/iu
