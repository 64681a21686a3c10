import type { EndpointStart } from '../../nouns/endpoints/endpoint-requests.ts'
import type { EndpointSort } from './list/endpoint-order.ts'

export const endpointTabs = ['overview', 'deliveries', 'configuration', 'secret'] as const
export type EndpointTab = (typeof endpointTabs)[number]

export interface EndpointsSearch {
  readonly endpoint?: string | undefined
  /** `undefined` selects the overview. */
  readonly tab?: EndpointTab | undefined
  /** The open form. All forms except `new` are for the selected endpoint. */
  readonly form?: 'new' | 'edit' | 'secret' | 'rotate' | undefined
  readonly start?: EndpointStart | undefined
  readonly q?: string | undefined
  readonly sort?: Exclude<EndpointSort, 'name'> | undefined
}

export interface EndpointsPageProps {
  readonly search: EndpointsSearch
  readonly onSearch: (changes: EndpointsSearch, how?: { readonly replace?: boolean }) => void
}
