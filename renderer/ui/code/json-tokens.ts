export type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'mark'

export interface JsonToken {
  readonly kind: JsonTokenKind
  readonly text: string
}

/**
 * Cuts JSON text into what is coloured. Nothing is parsed, changed or lost: the tokens joined are the text, also when it is
 * not JSON at all. Linear, and without recursion, so neither size nor depth is a danger.
 */
export function jsonTokens(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = []
  let from = 0
  for (const match of text.matchAll(token)) {
    if (match.index > from) tokens.push({ kind: 'mark', text: text.slice(from, match.index) })
    tokens.push({ kind: kindOf(match.groups ?? {}), text: match[0] })
    from = match.index + match[0].length
  }
  if (from < text.length) tokens.push({ kind: 'mark', text: text.slice(from) })
  return tokens
}

const token =
  /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s{0,64}:))|(?<string>"(?:[^"\\\n]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>\b(?:true|false|null)\b)/g

function kindOf(groups: Readonly<Record<string, string | undefined>>): JsonTokenKind {
  if (groups.key !== undefined) return 'key'
  if (groups.string !== undefined) return 'string'
  return groups.number === undefined ? 'word' : 'number'
}
