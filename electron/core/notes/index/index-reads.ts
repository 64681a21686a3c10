import type { Sql } from '#core/database/sql.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { createFolderReads } from './folders/folder-reads.ts'
import { createListing } from './listing.ts'
import { createSearch } from './search/search.ts'

export type IndexReads = ReturnType<typeof createIndexReads>

export function createIndexReads(sql: Sql) {
  const list = createListing(sql)
  const search = createSearch(sql)
  return {
    ...createFolderReads(sql),
    list: ({ workspaceId, ...query }: InputOf<'notes.list'> & { readonly workspaceId: string }) =>
      list(workspaceId)(query),
    search: ({ workspaceId, text, limit, from }: SearchAsked) => search(workspaceId, text, limit, from),
  }
}

interface SearchAsked {
  readonly workspaceId: string
  readonly text: string
  readonly limit: number
  readonly from: number | null
}
