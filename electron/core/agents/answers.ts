import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Envelope } from '#shared/agents/contract.ts'
import { AppError } from '#shared/errors.ts'

/** Answers stay below 24 kB, because clients and models truncate longer ones. */
const mostBytes = 23_500

/** Describes the rows of an answer. Without it, the answer's `rows` are all that were found. */
export interface More {
  /** Name of the answer's field that contains the rows, if not `rows`. Rows are dropped from its end until the answer fits. */
  readonly of?: string
  readonly hasMore?: boolean
  /** Returns the cursor for the rows that follow the first `kept` ones, or `null` if there are no more. */
  readonly after?: (kept: number) => unknown
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the envelope of an answer that has no rows, no warnings and no page. */
export const emptyEnvelope = (workspace: Envelope['workspace']): Envelope => ({
  outcome: 'done',
  workspace,
  shown: 0,
  matching: null,
  truncated: false,
  next: null,
  warnings: [],
  open: null,
})

/** Adds the cursor to an answer and drops rows until the answer fits. `cursorKey` makes the cursor valid only for this input. */
export function bounded(
  answer: Fields & Envelope,
  { of = 'rows', hasMore = false, after = () => null }: More = {},
  cursorKey: string,
): Fields & Envelope {
  const rows = answer[of]
  if (!Array.isArray(rows)) return answer
  for (let kept = rows.length; ; kept -= 1) {
    const isCut = kept < rows.length
    const cursor = isCut || hasMore ? after(kept) : null
    const result = {
      ...answer,
      [of]: rows.slice(0, kept),
      shown: kept,
      truncated: answer.truncated || isCut || hasMore,
      next: cursor === null ? null : encodeCursor(cursorKey, cursor),
    }
    if (kept === 0 || sizeOf(result) <= mostBytes) return result
  }
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Returns a key for a tool's input. A cursor contains this key and is rejected if it is used with another input. */
export function cursorKeyOf(tool: string, workspaceId: string | undefined, input: Fields): string {
  const { next: _next, limit: _limit, from: _from, ...question } = input
  const text = JSON.stringify([tool, workspaceId, Object.entries(question).sort()])
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

const Cursor = z.tuple([z.string(), z.unknown()])

const encodeCursor = (key: string, cursor: unknown): string =>
  Buffer.from(JSON.stringify([key, cursor])).toString('base64url')

/** Returns a cursor that is an id or an offset. */
export const numberIn = (cursor: unknown): number | undefined =>
  typeof cursor === 'number' && Number.isInteger(cursor) ? cursor : undefined

/** Returns the cursor in `next`, or `null` if it is missing. Throws `invalid-input` for a cursor from a different request. */
export function decodeCursor(key: string, next: unknown): unknown {
  if (typeof next !== 'string') return null
  try {
    const [of, cursor] = Cursor.parse(JSON.parse(Buffer.from(next, 'base64url').toString('utf8')))
    if (of === key) return cursor
  } catch {}
  const sentence =
    'This `next` belongs to another input. Repeat the input that returned it, or leave `next` out.'
  throw new AppError('invalid-input', sentence)
}

/** Returns a count with its noun, such as `1 note` and `1,200 notes`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`

/** Returns a name in quotes, at most 40 characters long. */
export const quoted = (name: string): string => `“${cut(name, 40)}”`

export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

/**
 * Returns the longest slice that starts at `from` and takes at most `most` bytes as JSON, and where the next slice starts. Bytes
 * that are not UTF-8 are returned as base64.
 */
export function pieceOf(
  bytes: Buffer,
  from: number,
  most: number,
): { readonly body: { readonly text: string; readonly encoding: 'utf-8' | 'base64' }; readonly end: number } {
  const isText = isUtf8(bytes)
  let start = from
  while (isText && isContinuation(bytes[start])) start += 1
  const rest = bytes.subarray(start)
  let low = 0
  let high = Math.min(rest.length, most)
  // With `stream`, the decoder leaves out a character that the end of the slice would split.
  const textOf = (length: number) =>
    isText
      ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(rest.subarray(0, length), { stream: true })
      : rest.toString('base64', 0, length)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sizeOf(textOf(middle)) <= most) low = middle
    else high = middle - 1
  }
  const text = textOf(low)
  const end = start + (isText ? Buffer.byteLength(text) : low)
  return { body: { text, encoding: isText ? 'utf-8' : 'base64' }, end }
}

const isContinuation = (byte: number | undefined): boolean => ((byte ?? 0) & 0xc0) === 0x80
