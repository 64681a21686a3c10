import type { ComponentType } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { EndpointSort } from './list/endpoint-order.ts'

/** The subscription that a form starts with. */
export interface EndpointStart {
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly folderIds: readonly string[]
}

export const endpointTabs = ['overview', 'deliveries', 'configuration', 'secret'] as const
export type EndpointTab = (typeof endpointTabs)[number]

/** The page's state in the address. */
export interface EndpointsSearch {
  readonly endpoint?: string | undefined
  /** Without one: the overview. */
  readonly tab?: EndpointTab | undefined
  /** What is open over the page; all but `new` are of the selected endpoint. */
  readonly form?: 'new' | 'edit' | 'secret' | 'rotate' | undefined
  readonly start?: EndpointStart | undefined
  /** Search text of the list. */
  readonly q?: string | undefined
  readonly sort?: Exclude<EndpointSort, 'name'> | undefined
}

/** Creations that need a decision before another endpoint is created. */
export type Undecided = ComponentType<{ readonly onMade: (endpoint: Endpoint) => void }>

export interface EndpointsPageProps {
  readonly search: EndpointsSearch
  readonly onSearch: (changes: EndpointsSearch, how?: { readonly replace?: boolean }) => void
}
