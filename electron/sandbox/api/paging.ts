import { createHmac, randomBytes } from 'node:crypto'
import type { Knobs } from '../knobs.ts'
import { badRequest } from './refusal.ts'

export interface PageQuery {
  readonly size: number
  /** Where the page begins; `null` for the first one. */
  readonly position: number | null
}

export interface Paging {
  /** Reads `page_size` and `cursor`; 400 outside 1 to 30, or for a cursor that this list never gave (section 4). */
  read(list: string, query: { page_size?: string; cursor?: string }, most?: number): PageQuery
  /** `hasMore` and `cursor` of the envelope (section 2); `next` is `null` on the last page. */
  end(list: string, query: PageQuery, next: number | null): { hasMore: boolean; cursor: string | null }
}

const defaultSize = 10
const maximumSize = 30
const oddity = '/?&#%+= é中"'

/**
 * Cursors are opaque: a position, and a seal of this run. `list` names the collection and its filters, so that a cursor
 * cannot be carried from one list to another.
 */
export function createPaging(knobs: Knobs): Paging {
  const key = randomBytes(32)
  let circled = 0

  const seal = (list: string, position: string) =>
    createHmac('sha256', key).update(`${list}|${position}`).digest('base64url').slice(0, 16)

  const write = (list: string, position: number, salt = '') => {
    const text = `${position}.${salt}`
    const plain = Buffer.from(`${text}.${seal(list, text)}`).toString('base64url')
    return knobs.cursors === 'odd' ? `${oddity}${plain}${oddity}` : plain
  }

  const parse = (list: string, cursor: string): number => {
    const plain = cursor.replaceAll(oddity, '')
    const [position = '', salt = '', mark] = Buffer.from(plain, 'base64url').toString().split('.')
    if (mark !== seal(list, `${position}.${salt}`))
      throw badRequest('cursor: this is not a cursor of this list.')
    return Number(position)
  }

  return {
    read(list, { page_size, cursor }, most = maximumSize) {
      const asked = page_size === undefined ? defaultSize : Number(page_size)
      if (!/^\d+$/.test(page_size ?? '1') || asked < 1 || asked > most) {
        throw badRequest(`page_size: a whole number from 1 to ${most}.`)
      }
      const position = cursor === undefined ? null : parse(list, cursor)
      return {
        size: Math.min(asked, knobs.pageSizeCap ?? most),
        position: knobs.cursors === 'circling' ? null : position,
      }
    },
    end(list, { position }, next) {
      if (next === null) return { hasMore: false, cursor: null }
      if (knobs.cursors === 'missing') return { hasMore: true, cursor: null }
      if (knobs.cursors === 'repeated') return { hasMore: true, cursor: write(list, position ?? next) }
      if (knobs.cursors === 'circling') {
        circled += 1
        return { hasMore: true, cursor: write(list, next, String(circled)) }
      }
      return { hasMore: true, cursor: write(list, next) }
    },
  }
}
