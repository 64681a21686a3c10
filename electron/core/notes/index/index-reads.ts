import type { Sql } from '#core/database/sql.ts'
import { createNoteEvents } from '#core/deliveries/index.ts'
import type { TextMatch } from '#shared/notes/index-contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { createTextSearch, type SearchAsked } from '../texts/text-search.ts'
import { createFolderReads } from './folders/folder-reads.ts'
import { createListing } from './listing.ts'
import { createSearch } from './search/search.ts'

export type IndexReads = ReturnType<typeof createIndexReads>

export function createIndexReads(sql: Sql) {
  const list = createListing(sql)
  const search = createSearch(sql)
  const texts = createTextSearch(sql)
  const eventsOf = createNoteEvents(sql)
  return {
    ...createFolderReads(sql),
    list: ({ workspaceId, ...query }: InputOf<'notes.list'> & { readonly workspaceId: string }) =>
      list(workspaceId)(query),
    search({ isInText, ...asked }: SearchAsked & { readonly isInText: boolean }) {
      const { workspaceId, text, limit, from } = asked
      const found = isInText
        ? texts.search(asked)
        : { ...search(workspaceId, text, limit, from), isDamaged: false }
      const notes: readonly (NoteListItem & { readonly match?: TextMatch | null })[] = found.notes
      return { ...found, notes, events: eventsOf({ workspaceId, noteIds: notes.map(({ id }) => id) }) }
    },
    forgetTexts: ({ workspaceId }: { readonly workspaceId: string }) => texts.forget(workspaceId),
  }
}
