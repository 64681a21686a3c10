import { NoteTable } from '../table/note-table.tsx'
import { useIndexListing } from './index-listing.tsx'
import type { ListingProps } from './listing.ts'
import { useServiceListing } from './service-listing.tsx'

/**
 * The service's list, or the index. Both fill one table, so that the focus, the place in the list and an open menu stay where
 * they are when the index is complete and takes over.
 */
export function NoteListing({
  from,
  picks,
  ...props
}: ListingProps & { readonly from: 'service' | 'index' }) {
  const ofService = useServiceListing({ ...props, isShown: from === 'service' })
  const ofIndex = useIndexListing({ ...props, isShown: from === 'index' })
  const { above, table, instead } = from === 'index' ? ofIndex : ofService
  const { search, onSearch } = props
  return (
    <>
      {above}
      {table ? <NoteTable search={search} onSearch={onSearch} picks={picks} {...table} /> : instead}
    </>
  )
}
