/**
 * Reads and edits JSON text token by token. Parsing and printing would change the text: numbers lose digits, repeated names are
 * dropped, and escapes change.
 */

/**
 * Removes a byte order mark, because parsers reject it. Also recognizes it in Latin-1 text with one character per byte. Use this
 * only for reading. Text that is sent, signed or stored keeps the mark.
 */
export const withoutMark = (text: string): string => text.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '')

/** A member of a JSON object. `at` is the position of its name in the text, and `from` and `to` delimit its value. */
export interface JsonMember {
  readonly name: string
  readonly at: number
  readonly from: number
  readonly to: number
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/** Splits JSON text into strings, numbers, literals and punctuation, without white space. The text must be valid JSON. */
export const tokensOf = (text: string): readonly string[] => text.match(token) ?? []

/** Returns a JSON object's members in the order of the text, including repeated names. The text must be a JSON object. */
export function membersOf(text: string): readonly JsonMember[] {
  const members: JsonMember[] = []
  let depth = 0
  let name: string | null = null
  let at = -1
  let from = -1
  let to = -1
  for (const { 0: part, index } of text.matchAll(token)) {
    const ends = depth === 1 && (part === ',' || part === '}')
    if (ends && name !== null) {
      members.push({ name, at, from, to })
      name = null
    } else if (depth === 1 && name === null && !ends) {
      name = String(JSON.parse(part))
      at = index
      from = -1
    } else if (depth > 0 && !(depth === 1 && part === ':')) {
      if (from < 0) from = index
      to = index + part.length
    }
    if (part === '{' || part === '[') depth += 1
    else if (part === '}' || part === ']') depth -= 1
  }
  return members
}

/** Returns a JSON object with only those members whose name `isKept` accepts. Their original text is preserved. */
export function onlyMembers(text: string, isKept: (name: string) => boolean): string {
  const kept = membersOf(text).filter(({ name }) => isKept(name))
  return `{${kept.map(({ at, to }) => text.slice(at, to)).join(',')}}`
}

/**
 * Sets the member at a path in a JSON object without changing the rest of the text. `value` is JSON. If a name is repeated, its
 * last occurrence is set, because parsers use the last one. A new member is appended, with the same white space as before
 * the first member.
 */
export function withMember(text: string, [name = '', ...path]: readonly string[], value: string): string {
  const members = membersOf(text)
  const last = members.findLast((member) => member.name === name)
  const before = last && text.slice(last.from, last.to)
  const isNested = path.length > 0
  const nested = () => withMember(before?.startsWith('{') ? before : '{}', path, value)
  const written = isNested ? nested() : value
  if (last) return text.slice(0, last.from) + written + text.slice(last.to)
  const [, start = '', space = ''] = /^(\s*\{)(\s*)/.exec(text) ?? []
  const member = `${JSON.stringify(name)}: ${written}`
  const end = members.at(-1)?.to
  if (end === undefined) return `${start}${member}${text.slice(start.length + space.length)}`
  return `${text.slice(0, end)},${space}${member}${text.slice(end)}`
}

/** Removes a member of a JSON object without changing the rest of the text. */
export function withoutMember(text: string, name: string): string {
  const members = membersOf(text)
  const at = members.findIndex((member) => member.name === name)
  const [before, removed, after] = [members[at - 1], members[at], members[at + 1]]
  if (!removed) return text
  if (before) return text.slice(0, before.to) + text.slice(removed.to)
  return text.slice(0, removed.at) + text.slice(after?.at ?? removed.to)
}

export const maxFormattedDepth = 64

/**
 * Formats JSON with line breaks and indentation, changing only the white space between tokens. The text must be valid JSON.
 * Returns `null` if it is nested too deeply. Runs in a single pass without recursion.
 */
export function formatJson(text: string): string | null {
  const out: string[] = []
  let depth = 0
  const newLine = () => out.push('\n', '  '.repeat(depth))
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    const list = character === '[' && depth < maxFormattedDepth ? shortList(text, at) : null
    if (character === '"') {
      const end = endOfString(text, at)
      out.push(text.slice(at, end))
      at = end - 1
    } else if (list !== null) {
      out.push(list.line)
      at = list.end - 1
    } else if (character === '{' || character === '[') {
      depth += 1
      if (depth > maxFormattedDepth) return null
      const close = /^\s*[}\]]/.exec(text.slice(at + 1, at + 1 + maxBlank))
      out.push(character)
      if (close) {
        depth -= 1
        out.push(close[0].trim())
        at += close[0].length
      } else newLine()
    } else if (character === '}' || character === ']') {
      depth -= 1
      newLine()
      out.push(character)
    } else if (character === ',') {
      out.push(character)
      newLine()
    } else if (character === ':') out.push(': ')
    else if (!/\s/.test(character)) out.push(character)
  }
  return out.join('')
}

/**
 * Formats a short list of values on one line, such as `["summary", "title"]`. `end` is the index after the list. Returns `null`
 * if there is no such list.
 */
function shortList(text: string, start: number): { readonly line: string; readonly end: number } | null {
  let line = '['
  for (let at = start + 1; at < text.length && at <= start + maxLine; at += 1) {
    const character = text[at] ?? ''
    if (character === '{' || character === '[') return null
    if (character === ']') return line === '[' ? null : { line: `${line}]`, end: at + 1 }
    if (character === '"') {
      const end = endOfString(text, at)
      line += text.slice(at, end)
      at = end - 1
    } else if (character === ',') line += ', '
    else if (!/\s/.test(character)) line += character
    if (line.length > maxLine) return null
  }
  return null
}

const maxLine = 60

/** Maximum number of white space characters to skip when searching for the end of an empty object or list. */
const maxBlank = 1000

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}
