export type JsonTokenKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'text'

export interface JsonToken {
  readonly kind: JsonTokenKind
  readonly text: string
}

/**
 * Splits JSON text into tokens for coloring, without parsing it. Joining the tokens always gives the original text, even if it is
 * not JSON. Runs in linear time without recursion, so that large or deeply nested input is safe.
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

/** Splits the tokens into lines. Each line includes its line break, so joining the tokens still gives the original text. */
export function tokenLines(tokens: readonly JsonToken[]): readonly (readonly JsonToken[])[] {
  const lines: JsonToken[][] = [[]]
  for (const { kind, text } of tokens) {
    for (const part of text.split(/(?<=\n)/)) {
      if (part !== '') lines.at(-1)?.push({ kind, text: part })
      if (part.endsWith('\n')) lines.push([])
    }
  }
  return lines
}

const token =
  /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s{0,64}:))|(?<string>"(?:[^"\\\n]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>\b(?:true|false|null)\b)/g

function kindOf(groups: Readonly<Record<string, string | undefined>>): JsonTokenKind {
  if (groups.key !== undefined) return 'key'
  if (groups.string !== undefined) return 'string'
  return groups.number === undefined ? 'word' : 'number'
}
