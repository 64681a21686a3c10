const isOr = (piece: string) => /^(?:or|\|{1,2})$/i.test(piece)

/** An `OR` between two filters, which elsewhere would be one of two. */
export function joinsNothing(found: readonly RegExpMatchArray[], at: number): boolean {
  const hasKey = (match: RegExpMatchArray | undefined) => match?.groups?.key !== undefined
  return isOr(found[at]?.[0] ?? '') && hasKey(found[at - 1]) && hasKey(found[at + 1])
}

/** At the end of a filter that is still typed. */
export const joinsNothingYet = /(?<=[a-z]:\S+)\s+(?:or|\|{1,2})\s*$/iu
