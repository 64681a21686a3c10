import { useEffect } from 'react'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { useApi } from '../../../host/client.ts'

/** Rows that are only passed by ask for nothing. */
const settleMs = 400
/** As many as one call takes. */
const most = 60

/** Has the folders of these notes read before the rest of the index. They come with the next event of the index. */
export function useFoldersInView(unknownIds: readonly string[]): void {
  const api = useApi()
  const asked = useDebounced(unknownIds.slice(0, most).join('\n'), settleMs)
  useEffect(() => {
    if (asked === '') return
    // Without them the rows show a dash, as before.
    api.call('notes.folders-in-view', { ids: asked.split('\n') }).catch(() => {})
  }, [api, asked])
}
