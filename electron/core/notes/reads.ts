import type { Reads } from '#core/platform/reader/reads.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { createListing } from './index/listing.ts'
import { createSearch } from './index/search/search.ts'

/** Reads of the index of notes that take longer the more notes there are. */
export const noteReads = {
  name: 'notes',
  create(sql) {
    const list = createListing(sql)
    const search = createSearch(sql)
    return {
      list: ({ workspaceId, ...query }: InputOf<'notes.list'> & { readonly workspaceId: string }) =>
        list(workspaceId)(query),
      search: ({ workspaceId, text, limit, from }: SearchAsked) => search(workspaceId, text, limit, from),
    }
  },
} satisfies Reads<object>

interface SearchAsked {
  readonly workspaceId: string
  readonly text: string
  readonly limit: number
  readonly from: number | null
}
