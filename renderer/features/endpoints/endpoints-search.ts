import type { ComponentType } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { EndpointSort } from './list/endpoint-order.ts'

/** What a new endpoint is to hear of, where that was chosen before the form. */
export interface EndpointStart {
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly folderIds: readonly string[]
}

/** What is chosen, as it stands in the address. */
export interface EndpointsSearch {
  readonly endpoint?: string | undefined
  /** The form that is open over the list; `edit` is about the endpoint chosen. */
  readonly form?: 'new' | 'edit' | undefined
  readonly start?: EndpointStart | undefined
  /** What is looked for in the list, and its order. */
  readonly q?: string | undefined
  readonly sort?: Exclude<EndpointSort, 'listed'> | undefined
  /** The map of what all endpoints together hear of, in the place of one of them. */
  readonly view?: 'coverage' | undefined
}

/** Creations that must be decided before another endpoint is created. */
export type Undecided = ComponentType<{ readonly onMade: (endpoint: Endpoint) => void }>

export interface EndpointsPageProps {
  readonly search: EndpointsSearch
  readonly onSearch: (changes: EndpointsSearch, how?: { readonly replace?: boolean }) => void
}
