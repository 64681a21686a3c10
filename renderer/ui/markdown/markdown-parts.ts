/**
 * A section of a Markdown text that is parsed separately. With `plain`, it is shown as text, because parsing would take too long.
 */
export interface MarkdownPart {
  readonly text: string
  readonly plain: boolean
}

/**
 * Number of characters after which a section ends at the next suitable empty line. At four times this length, it ends at any
 * line.
 */
const enough = 8_000
/**
 * Number of delimiters after which a section ends before the next block, because the time to pair them grows quadratically. At
 * twice this number, it ends at any line.
 */
const mostSigns = 1_000
/** Maximum number of quotes and lists that start on one line. */
const mostBegun = 32
const longestLine = 2 * enough

/**
 * Splits a Markdown text into sections that can be parsed quickly, whatever they contain. Sections preferably end at an empty
 * line. A code block that is split stays a code block in both sections.
 */
export function markdownParts(text: string): readonly MarkdownPart[] {
  const parts: MarkdownPart[] = []
  let lines: string[] = []
  let length = 0
  let signs = 0
  let fence: string | null = null

  const cut = () => {
    if (fence !== null) lines.push(fence)
    if (lines.some((line) => line.trim() !== '')) parts.push({ text: lines.join('\n'), plain: false })
    lines = fence === null ? [] : [fence]
    length = 0
    signs = 0
  }

  for (const line of text.split(/\r\n|\r|\n/)) {
    if (fence === null && isCostly(line)) {
      cut()
      for (let at = 0; at < line.length; at += longestLine)
        parts.push({ text: line.slice(at, at + longestLine), plain: true })
      continue
    }
    const signsHere = fence === null ? countSigns(line) : 0
    const afterEmpty = lines.at(-1)?.trim() === ''
    const begins = fence === null && !/^\s/.test(line)
    if (
      length > 4 * enough ||
      (begins && (length > 2 * enough || (length > enough && afterEmpty))) ||
      (begins && signs + signsHere > mostSigns) ||
      signs + signsHere > 2 * mostSigns
    )
      cut()
    lines.push(line)
    length += line.length + 1
    signs += signsHere
    fence = fenceAfter(line, fence)
  }
  fence = null
  cut()
  return parts
}

function isCostly(line: string): boolean {
  return line.length > longestLine || countSigns(line) > mostSigns || countBegun(line) > mostBegun
}

/** Counts delimiters. A pipe counts as a quarter, because the time to parse a table grows only linearly. */
function countSigns(line: string): number {
  const pipes = line.match(/\|/g)?.length ?? 0
  return (line.match(/[*_[\]~&]/g)?.length ?? 0) + pipes / 4
}

/** Counts the quotes and lists that start on a line. A line of dashes or stars is a rule and starts none. */
function countBegun(line: string): number {
  if (/^[\s*_-]*$/.test(line)) return 0
  const [start = ''] = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*/.exec(line) ?? []
  return start.match(/[>*+-]|\d+[.)]/g)?.length ?? 0
}

/** Returns the fence of the code block that is open after the line, or `null` if none is open. */
function fenceAfter(line: string, open: string | null): string | null {
  const [, signs = '', rest = ''] = /^[\s>]*(?:[-*+][ \t]+)?(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  if (open === null) return signs === '' || (signs.startsWith('`') && rest.includes('`')) ? null : signs
  return signs.startsWith(open) && rest.trim() === '' ? null : open
}
