import { keyFor, pieces } from '#shared/deliveries/filter/filter.ts'
import { finishTerms, searchedSoFar, splitFilter, takeTerms } from '#shared/deliveries/filter/filter-draft.ts'
import type { TermLanguage } from '#ui/filters/term-language.ts'
import type { EndpointNames } from '../../endpoints/endpoint-names.ts'
import { filterChips } from './filter-chips.ts'

/** Returns the syntax of the delivery filter. Endpoints can be entered by name. */
export function filterLanguage(endpoints: EndpointNames): TermLanguage {
  const byId = (term: string) => endpointById(term, endpoints)
  return {
    split: splitFilter,
    chipsOf: (terms) => filterChips(terms, { endpointName: (id) => endpoints.of(id), now: Date.now() }),
    finish(draft, caret) {
      const finished = finishTerms(draft, caret)
      return { ...finished, terms: finished.terms.map(byId) }
    },
    take(draft, keyed) {
      const taken = takeTerms(draft, keyed)
      return { ...taken, terms: taken.terms.map(byId) }
    },
    searched: searchedSoFar,
  }
}

export const endpointsById = (filter: string, endpoints: EndpointNames): string =>
  filter.replace(pieces, (term) => endpointById(term, endpoints))

function endpointById(term: string, endpoints: EndpointNames): string {
  const [, not = '', key = '', value = ''] = /^(-?)([a-z]+):"?([^"]*)"?$/i.exec(term) ?? []
  if (keyFor(key.toLowerCase()) !== 'endpoint' || value.startsWith('whe_')) return term
  const wanted = value.trim().toLowerCase()
  const ids = [...endpoints.list.map(({ id }) => id), ...endpoints.deleted]
  const [named, ...more] = ids.filter((id) => endpoints.of(id).toLowerCase() === wanted)
  return named !== undefined && more.length === 0 ? `${not}endpoint:${named}` : term
}
