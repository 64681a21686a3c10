import { useMemo } from 'react'
import type { DeliverySummary } from '../../../shared/domain/delivery.ts'
import type { EndpointNames } from '../../queries/endpoint-names.ts'
import { CompletingField } from '../../ui/completing-field.tsx'
import type { UseOffer } from '../../ui/use-completion.ts'
import { completableFilter, filterOffer } from './filter-offer.ts'

/** The filter of the list, as it is typed, with what may complete it. */
export function FilterBar({
  asked,
  onAsk,
  deliveries,
  endpoints,
}: {
  readonly asked: string
  readonly onAsk: (text: string, how: { readonly replace: boolean }) => void
  readonly deliveries: readonly DeliverySummary[]
  readonly endpoints: EndpointNames
}) {
  const known = useMemo(() => {
    const newest = deliveries.slice(0, 200)
    const present = (values: readonly (string | null)[]) =>
      values.flatMap((value) => (value === null || /[\s"]/.test(value) ? [] : [value]))
    return {
      types: present(newest.map(({ eventType }) => eventType)),
      notes: present(newest.map(({ noteId }) => noteId)),
    }
  }, [deliveries])
  const useOffer: UseOffer = (text, caret, wanted) =>
    wanted ? filterOffer(text, caret, { ...known, endpoints: endpoints.list, now: new Date() }) : undefined
  return (
    <CompletingField
      label="Filter deliveries"
      placeholder="Filter, or search the bodies"
      asked={asked}
      onAsk={onAsk}
      useOffer={useOffer}
      completable={completableFilter}
    />
  )
}
