import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type UnknownName, unknownNames } from '#shared/deliveries/events/unknown-names.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { Badge } from '#ui/status/status-pill.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { keys } from '../../../host/query-keys.ts'
import { readBodyText } from '../../../nouns/deliveries/detail/body-text.ts'
import css from '../../../nouns/deliveries/detail/delivery-detail.module.css'
import { firstSeen as copy } from './copy.ts'

/** Maximum length in characters. Larger payloads are not searched for new names. */
const longestBody = 100_000
/** Maximum number of calls per name. A call may end before it has scanned all deliveries. */
const mostCalls = 20

/** Lists names in the payload that are neither in the specification nor in any earlier stored delivery of this workspace. */
export default function FirstSeen({ delivery }: { readonly delivery: DeliveryDetail }) {
  const api = useApi()
  const { id, bodyBase64 } = delivery
  const names = useMemo(() => {
    const { text } = readBodyText(bodyBase64)
    return text === null || text.length > longestBody ? [] : unknownNames(text)
  }, [bodyBase64])
  const { data } = useQuery({
    queryKey: keys.deliveries.firstSeen(id),
    queryFn: async ({ signal }) => {
      const isNew = await Promise.all(names.map(({ q }) => isFirst(api, q, id, signal)))
      return names.filter((_, at) => isNew[at])
    },
    enabled: names.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  })
  if (data === undefined || data.length === 0) return null
  const words = data.map(({ kind, name }: UnknownName) => `${copy.kinds[kind]} ${visibleText(name)}`)
  return (
    <span title={`${copy.title}\n${words.join('\n')}`}>
      <Badge tone="info">{copy.chip}</Badge>
      <ul className={css.names} aria-label={copy.label}>
        {words.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </span>
  )
}

/** Whether no earlier delivery contains the name. Returns `false` if the search is still incomplete after `mostCalls` calls. */
async function isFirst(api: Client, q: string, id: number, signal: AbortSignal): Promise<boolean> {
  let before = id
  for (let call = 0; call < mostCalls; call += 1) {
    const { deliveries, reached } = await api.call('deliveries.list', { q, before, limit: 1 }, { signal })
    if (deliveries.length > 0) return false
    if (reached === undefined) return true
    before = reached
  }
  return false
}
