import type { Sql } from '#core/database/sql.ts'
import { createNoteEvents } from '#core/deliveries/index.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { createFolderReads } from './folders/folder-reads.ts'
import { createListing } from './listing.ts'
import { createSearch } from './search/search.ts'

export type IndexReads = ReturnType<typeof createIndexReads>

export function createIndexReads(sql: Sql) {
  const list = createListing(sql)
  const search = createSearch(sql)
  const eventsOf = createNoteEvents(sql)
  return {
    ...createFolderReads(sql),
    list: ({ workspaceId, ...query }: InputOf<'notes.list'> & { readonly workspaceId: string }) =>
      list(workspaceId)(query),
    search({ workspaceId, text, limit, from }: SearchAsked) {
      const found = search(workspaceId, text, limit, from)
      return { ...found, events: eventsOf({ workspaceId, noteIds: found.notes.map(({ id }) => id) }) }
    },
  }
}

interface SearchAsked {
  readonly workspaceId: string
  readonly text: string
  readonly limit: number
  readonly from: number | null
}
