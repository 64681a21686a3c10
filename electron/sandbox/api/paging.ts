import { createHmac, randomBytes } from 'node:crypto'
import type { Knobs } from '../knobs.ts'
import { badRequest } from './errors.ts'

export interface PageQuery {
  readonly size: number
  readonly position: number | null
}

export type Paging = ReturnType<typeof createPaging>

const defaultSize = 10
const defaultMaxSize = 30
const oddCharacters = '/?&#%+= é中"'

/**
 * Creates and reads opaque cursors. A cursor contains a position and is authenticated with a key that is generated for each run.
 * `list` identifies the collection and its filters, so that a cursor is not valid for any other list.
 */
export function createPaging(knobs: Knobs) {
  const key = randomBytes(32)
  let circlingCursors = 0

  const sign = (list: string, position: string) =>
    createHmac('sha256', key).update(`${list}|${position}`).digest('base64url').slice(0, 16)

  const write = (list: string, position: number, salt = '') => {
    const text = `${position}.${salt}`
    const plain = Buffer.from(`${text}.${sign(list, text)}`).toString('base64url')
    return knobs.cursors === 'odd' ? `${oddCharacters}${plain}${oddCharacters}` : plain
  }

  const parse = (list: string, cursor: string): number => {
    const plain = cursor.replaceAll(oddCharacters, '')
    const [position = '', salt = '', signature] = Buffer.from(plain, 'base64url').toString().split('.')
    if (signature !== sign(list, `${position}.${salt}`))
      throw badRequest('cursor: this cursor does not belong to this list.')
    return Number(position)
  }

  return {
    /**
     * Reads `page_size` and `cursor`. Throws a 400 if the size is not between 1 and `maxSize` (30 by default), or if the cursor
     * belongs to another list (specification, section 4).
     */
    read(
      list: string,
      { page_size, cursor }: { page_size?: string; cursor?: string },
      maxSize: number = defaultMaxSize,
    ): PageQuery {
      const size = page_size === undefined ? defaultSize : Number(page_size)
      if (!/^\d+$/.test(page_size ?? '1') || size < 1 || size > maxSize) {
        throw badRequest(`page_size: must be a whole number from 1 to ${maxSize}.`)
      }
      const position = cursor === undefined ? null : parse(list, cursor)
      return {
        size: Math.min(size, knobs.pageSizeCap ?? maxSize),
        position: knobs.cursors === 'circling' ? null : position,
      }
    },
    /**
     * Returns the envelope's `hasMore` and `cursor` (specification, section 2). `next` is the index of the next page's first
     * item, or `null` on the last page.
     */
    end(
      list: string,
      { position }: PageQuery,
      next: number | null,
    ): { hasMore: boolean; cursor: string | null } {
      if (next === null) return { hasMore: false, cursor: null }
      if (knobs.cursors === 'missing') return { hasMore: true, cursor: null }
      if (knobs.cursors === 'repeated') return { hasMore: true, cursor: write(list, position ?? next) }
      if (knobs.cursors === 'circling') {
        circlingCursors += 1
        return { hasMore: true, cursor: write(list, next, String(circlingCursors)) }
      }
      return { hasMore: true, cursor: write(list, next) }
    },
  }
}
