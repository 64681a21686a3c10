import { splitFilter } from '#shared/deliveries/filter/filter-draft.ts'
import type { EndpointNames } from '../../endpoints/endpoint-names.ts'
import { filterChips } from './filter-chips.ts'

/** Describes a filter in words, such as *Verdict mismatch · Payload budget*. */
export function filterWords(text: string, endpoints: EndpointNames, now: Date): string {
  const { terms, draft } = splitFilter(text)
  const all = draft === '' ? terms : [...terms, ...draft.split(/\s+/)]
  return filterChips(all, { endpointName: (id) => endpoints.of(id), now: now.getTime() })
    .map(({ name, value }) => `${name} ${value}`.trim())
    .join(' · ')
}
