import { styleText } from 'node:util'
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
  text.replaceAll('\r\n', '\n').replace(hidden, (sign) => ('\n\t'.includes(sign) ? sign : escaped(sign)))

/** Width of the terminal in columns. It is `null` for a pipe or a file, where no text is truncated. */
export type Width = number | null

// A terminal that doesn't know its size says 0.
export const terminalWidth = (): Width => (process.stdout.isTTY ? process.stdout.columns || 80 : null)

/**
 * Returns an answer as text: a table of its rows, or its fields if it has no rows. If the tool shows something instead of listing
 * it, the other fields of each row follow the row.
 */
export function textOf({ name, columns }: ListedTool, answer: Answer, width: Width): string {
  if (Array.isArray(answer.rows)) {
    const rows: readonly Row[] = answer.rows
    const table = tableOf(columns, rows, width)
    if (!name.endsWith('_show')) return table
    const [head, ...lines] = table.trimEnd().split('\n')
    const blocks = rows.flatMap((row, at) => [lines[at], ...detailsBeside(columns, row, '    ', width)])
    return rows.length === 0 ? table : `${[head, ...blocks].join('\n')}\n`
  }
  const only = columns.length === 1 ? valueAt(answer, columns[0]?.key ?? '') : null
  if (typeof only === 'string') return `${blockOf(only)}\n`
  // Leaves out fields of a part that is missing, such as the sandbox in another workspace.
  const fields = columns.filter(
    ({ key }) => !key.includes('.') || valueAt(answer, key.split('.')[0] ?? '') !== null,
  )
  const titleWidth = Math.max(...fields.map(({ title }) => title.length))
  const head = fields.map(({ key, title }) => {
    const text = cellOf(valueAt(answer, key), width) || '–'
    return `${styleText('bold', title.padEnd(titleWidth))}  ${text}\n`
  })
  const details = detailsBeside(columns, answer, '', width)
  return head.join('') + (details.length === 0 ? '' : `\n${details.join('\n')}\n`)
}

const ofEnvelope = ['outcome', 'workspace', 'shown', 'matching', 'truncated', 'next', 'warnings', 'open']

/** A column such as `levelName` also covers `level`. */
const coveredBy = (key: string) => [key.split('.')[0] ?? '', key.replace(/Name$/, '')]

/** Returns the fields that no column shows, as lines. */
function detailsBeside(columns: ListedTool['columns'], row: Row, indent: string, width: Width) {
  const covered = new Set([...ofEnvelope, ...columns.flatMap(({ key }) => coveredBy(key))])
  const more = Object.entries(row).filter(([name]) => !covered.has(name))
  return more.flatMap(([name, value]) => detailsOf(lineOf(name), value, indent, width))
}

/** Returns a field as lines, and the fields of its value below it. */
function detailsOf(name: string, value: unknown, indent: string, width: Width): readonly string[] {
  if (value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)) return []
  const title = `${indent}${name}:`
  if (
    typeof value !== 'object' ||
    (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
  ) {
    const text = blockOf(cellText(value, width))
    return [text.includes('\n') ? `${title}\n${text.replace(/^/gm, `${indent}  `)}` : `${title} ${text}`]
  }
  const parts = Object.entries(value ?? {}).flatMap(([key, item]) =>
    detailsOf(lineOf(Array.isArray(value) ? `${Number(key) + 1}` : key), item, `${indent}  `, width),
  )
  return [title, ...parts]
}

export function tableOf(
  columns: ListedTool['columns'],
  rows: readonly Row[],
  width: Width,
  hasHead = rows.length > 0,
): string {
  const cells = rows.map((row) => columns.map(({ key }) => cellOf(valueAt(row, key), width)))
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const line = (texts: readonly string[]) => {
    const text = texts
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
    return width !== null && text.length > width ? `${text.slice(0, width - 1)}…` : text
  }
  const head = hasHead ? `${styleText('bold', line(columns.map(({ title }) => title)))}\n` : ''
  return head + cells.map((row) => `${styleText(colorOf(row), line(row))}\n`).join('')
}

/** Returns columns of fixed width, for rows that are printed before the widest value is known. */
export const fixedColumns = (widths: Readonly<Record<string, number>>): ListedTool['columns'] =>
  Object.entries(widths).map(([key, width]) => ({ key, title: ' '.repeat(width) }))

/** Returns the color for a result. The row's text also contains the result. */
function colorOf(cells: readonly string[]) {
  if (cells.some((cell) => bad.test(cell))) return 'red'
  return cells.includes('fixed') ? 'green' : 'none'
}

const bad = /^(failed|regressed|still-failing|bad-signature|down|broken)$/

export function valueAt(row: unknown, key: string): unknown {
  let value = row
  for (const name of key.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Row)[name]
  }
  return value
}

const cellOf = (value: unknown, width: Width): string => lineOf(cellText(value, width))

function cellText(value: unknown, width: Width): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(String).join(', ')
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return width !== null && isoTime.test(text) ? localTime(new Date(text)) : text
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

function localTime(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 19).replace('T', ' ')
}
