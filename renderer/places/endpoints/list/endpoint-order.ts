import type { Endpoint } from '#shared/endpoints/model.ts'
import { endpointName } from '../../../nouns/endpoints/endpoint-names.ts'
import { creator as creatorCopy } from './copy.ts'

export type EndpointSort = 'name' | 'listed' | 'created' | 'delivery' | 'state'

export interface ArrangedEndpoints {
  readonly items: readonly Endpoint[]
  /** Headings by the id of the endpoint below them. If there are several creators, each heading names one. */
  readonly headings: ReadonlyMap<string, string>
}

/**
 * Returns the endpoints that contain every word of `text`, sorted. They are grouped by creator if there are several, because an
 * admin on an Enterprise plan sees all users' endpoints (specification, section 4).
 */
export function arrangeEndpoints(
  endpoints: readonly Endpoint[],
  { text, sort }: { readonly text: string; readonly sort: EndpointSort },
  textOf: (endpoint: Endpoint) => string,
): ArrangedEndpoints {
  const wanted = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const matching = endpoints.filter((endpoint) => {
    if (wanted.length === 0) return true
    const words = textOf(endpoint).toLocaleLowerCase()
    return wanted.every((word) => words.includes(word))
  })
  const sorted = sort === 'listed' ? matching : matching.toSorted(orders[sort])
  const creators = new Map<string, Endpoint[]>()
  for (const endpoint of sorted) {
    const creator = creatorKey(endpoint)
    const before = creators.get(creator)
    if (before) before.push(endpoint)
    else creators.set(creator, [endpoint])
  }
  // Groups are determined before filtering, so that headings don't disappear while the user types.
  if (new Set(endpoints.map(creatorKey)).size < 2) return { items: sorted, headings: new Map() }
  const groups = [...creators].sort(([a], [b]) => byText(a === '' ? last : a, b === '' ? last : b))
  return {
    items: groups.flatMap(([, group]) => group),
    headings: new Map(
      groups.flatMap(([, group]) => {
        const [first] = group
        return first ? [[first.id, `${creatorName(first)} · ${group.length.toLocaleString()}`] as const] : []
      }),
    ),
  }
}

export function creatorName({ createdBy }: Endpoint): string {
  if (createdBy === null) return creatorCopy.deleted
  return createdBy.name || createdBy.email || creatorCopy.unknown
}

const creatorKey = ({ createdBy }: Endpoint) =>
  createdBy === null ? '' : `${createdBy.name} ${createdBy.email}`
const last = '\uffff'

const byText = (a: string, b: string) => a.localeCompare(b)
/** Compares numbers in names by value, so that *Receiver 9* comes before *Receiver 10*. */
function byName(a: Endpoint, b: Endpoint): number {
  const [one, other] = [endpointName(a), endpointName(b)]
  return (
    names.compare(one.name, other.name) ||
    names.compare(`${one.where}${one.end}`, `${other.where}${other.end}`)
  )
}
const names = new Intl.Collator(undefined, { numeric: true })
/** Compares times. Newer times come first, and missing ones last. */
const byTime = (a: string | null, b: string | null) => (Date.parse(b ?? '') || 0) - (Date.parse(a ?? '') || 0)

const orders: Readonly<Record<Exclude<EndpointSort, 'listed'>, (a: Endpoint, b: Endpoint) => number>> = {
  name: byName,
  created: (a, b) => byTime(a.createdAt, b.createdAt),
  delivery: (a, b) => byTime(a.lastDeliveryAt, b.lastDeliveryAt),
  state: (a, b) => urgency(b) - urgency(a) || byName(a, b),
}

/**
 * Returns how urgently an endpoint needs attention. Disabled endpoints rank highest, followed by a secret that cannot verify,
 * failures, and an unproven secret.
 */
function urgency({ enabled, secret, receivedHere, fourDays }: Endpoint): number {
  const secrets: ReadonlyMap<string, number> = new Map(
    Object.entries({
      wrong: 3,
      locked: 3,
      missing: receivedHere ? 3 : 1,
      kept: 1,
    }),
  )
  const failing = enabled && fourDays && fourDays.failingSince !== null ? 2 : 0
  return (enabled ? 0 : 4) + failing + (secrets.get(secret) ?? 0)
}
