import type { Endpoint } from '#shared/endpoints/model.ts'

/** `listed`: as the service lists them. */
export type EndpointSort = 'listed' | 'url' | 'created' | 'delivery' | 'state'

export interface ArrangedEndpoints {
  readonly items: readonly Endpoint[]
  /** What stands above an endpoint, by its id: its creator, where there are several. */
  readonly headings: ReadonlyMap<string, string>
}

/**
 * The endpoints that say every word of `text`, in order; by creator where there are several (an admin on an Enterprise plan
 * sees those of everybody; specification, section 4). `wordsOf` is all that can be read of one.
 */
export function arrangeEndpoints(
  endpoints: readonly Endpoint[],
  { text, sort }: { readonly text: string; readonly sort: EndpointSort },
  wordsOf: (endpoint: Endpoint) => string,
): ArrangedEndpoints {
  const wanted = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const matching = endpoints.filter((endpoint) => {
    if (wanted.length === 0) return true
    const words = wordsOf(endpoint).toLocaleLowerCase()
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
  // What is grouped does not fall apart because a filter leaves one group.
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
  if (createdBy === null) return 'Account deleted'
  return createdBy.name || createdBy.email || 'Creator unknown'
}

/** Two people may have one name; nobody has two addresses here. */
const creatorKey = ({ createdBy }: Endpoint) =>
  createdBy === null ? '' : `${createdBy.name} ${createdBy.email}`
const last = '\uffff'

const byText = (a: string, b: string) => a.localeCompare(b)
/** The newest first; what has no time comes last. */
const byTime = (a: string | null, b: string | null) => (Date.parse(b ?? '') || 0) - (Date.parse(a ?? '') || 0)

const orders: Readonly<Record<Exclude<EndpointSort, 'listed'>, (a: Endpoint, b: Endpoint) => number>> = {
  url: (a, b) => byText(a.url, b.url),
  created: (a, b) => byTime(a.createdAt, b.createdAt),
  delivery: (a, b) => byTime(a.lastDeliveryAt, b.lastDeliveryAt),
  state: (a, b) => needs(b) - needs(a) || byText(a.url, b.url),
}

/** What wants somebody's hand comes first: disabled, then a secret that cannot verify, then failures, then no proof. */
function needs({ enabled, secret, receivedHere, fourDays }: Endpoint): number {
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
