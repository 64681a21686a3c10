import type { ListedTool } from '#shared/agents/contract.ts'
import type { Answer, Row } from './app.ts'

/**
 * Characters that could control a terminal or hide text: control and format characters, line separators, lone surrogates and private
 * use.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu

const escaped = (text: string) =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** Returns JSON with hidden characters escaped, which doesn't change the value. */
export const jsonOf = (value: unknown): string => JSON.stringify(value).replace(hidden, escaped)

/** Returns text in a form that is safe to print on one line of a terminal. */
export const lineOf = (text: string): string => text.replace(hidden, escaped)

const blockOf = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(lineOf).join('\t'))
    .join('\n')

export interface Style {
  /** Width of the terminal in columns. `null` if the output is not a terminal and nothing is truncated. */
  readonly width: number | null
  readonly hasColors: boolean
}

export function styleOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Style {
  const isTerminal = stream.isTTY === true
  return {
    // A terminal that doesn't know its size says 0.
    width: isTerminal ? stream.columns || 80 : null,
    hasColors: isTerminal && !env.NO_COLOR && env.TERM !== 'dumb',
  }
}

/** Returns an answer as text: a table of its rows, or its fields if it has no rows. */
export function textOf(tool: ListedTool, answer: Answer, style: Style): string {
  if (Array.isArray(answer.rows)) return tableOf(tool.columns, answer.rows as Row[], style)
  // Leaves out fields of a part that is missing, such as the sandbox in another workspace.
  const texts = tool.columns
    .filter(({ key }) => !key.includes('.') || valueAt(answer, key.split('.')[0] ?? '') !== null)
    .map(({ key, title }) => [title, cellOf(valueAt(answer, key), style) || '–'] as const)
  const only = tool.columns.length === 1 ? valueAt(answer, tool.columns[0]?.key ?? '') : null
  if (typeof only === 'string') return `${blockOf(only)}\n`
  const width = Math.max(...texts.map(([title]) => title.length))
  const head = texts
    .map(([title, text]) => `${`${painted(title.padEnd(width), 1, style)}  ${text}`.trimEnd()}\n`)
    .join('')
  return (
    head +
    detailsOf(
      answer,
      tool.columns.map(({ key }) => key),
      style,
    )
  )
}

export function tableOf(
  columns: ListedTool['columns'],
  rows: readonly Row[],
  style: Style,
  hasHead = true,
): string {
  const cells = rows.map((row) => columns.map(({ key }) => cellOf(valueAt(row, key), style)))
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const line = (texts: readonly string[]) => {
    const text = texts
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
    return style.width !== null && text.length > style.width ? `${text.slice(0, style.width - 1)}…` : text
  }
  const head =
    hasHead && rows.length > 0 ? `${painted(line(columns.map(({ title }) => title)), 1, style)}\n` : ''
  return head + cells.map((row) => `${colorOf(row, line(row), style)}\n`).join('')
}

/** Colors a row by its result. The row's text also contains the result. */
function colorOf(cells: readonly string[], line: string, style: Style): string {
  if (cells.some((cell) => bad.test(cell))) return painted(line, 31, style)
  return cells.some((cell) => good.test(cell)) ? painted(line, 32, style) : line
}

const bad = /^(failed|regressed|still-failing|bad-signature|down|broken)$/
const good = /^(fixed)$/

const painted = (text: string, code: number, { hasColors }: Style): string =>
  hasColors ? `\u001b[${code}m${text}\u001b[0m` : text

const ofEnvelope = ['outcome', 'workspace', 'shown', 'matching', 'truncated', 'next', 'warnings', 'open']

function detailsOf(answer: Answer, keys: readonly string[], style: Style): string {
  // A column such as `levelName` also covers `level`.
  const covered = new Set([
    ...ofEnvelope,
    ...keys.flatMap((key) => [key.split('.')[0], key.replace(/Name$/, '')]),
  ])
  const lines: string[] = []
  const add = (name: string, value: unknown, depth: number) => {
    if (value === null || value === undefined) return
    const title = '  '.repeat(depth) + name
    if (typeof value !== 'object') {
      const text = blockOf(cellText(value, style))
      lines.push(
        text.includes('\n')
          ? `${title}:\n${text.replace(/^/gm, '  '.repeat(depth + 1))}`
          : `${title}: ${text}`,
      )
      return
    }
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
      if (value.length > 0) lines.push(`${title}: ${value.map((item) => lineOf(String(item))).join(', ')}`)
      return
    }
    const entries = Object.entries(value)
    if (entries.length > 0) lines.push(`${title}:`)
    for (const [key, item] of entries)
      add(lineOf(Array.isArray(value) ? `${Number(key) + 1}` : key), item, depth + 1)
  }
  for (const [name, value] of Object.entries(answer)) if (!covered.has(name)) add(name, value, 0)
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`
}

export function valueAt(row: unknown, key: string): unknown {
  let value = row
  for (const name of key.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Row)[name]
  }
  return value
}

const cellOf = (value: unknown, style: Style): string => lineOf(cellText(value, style))

function cellText(value: unknown, { width }: Style): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(String).join(', ')
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return width !== null && isoTime.test(text) ? localTime(text) : text
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function localTime(iso: string): string {
  const at = new Date(iso)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
