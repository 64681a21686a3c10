import type { WholeReading } from '#core/service-api/paging.ts'
import type { FolderLists } from './folder-store.ts'

/** The lists of spaces and folders, while somebody waits for them: how far they are, and a way to stop. */
export interface AskedLists {
  /** Rejects with `cancelled` when it was stopped, or asked for anew. */
  read(): Promise<FolderLists>
  /** How many folders came so far; `null` while nobody asked. */
  soFar(): number | null
  stop(): void
}

export function createAskedLists(
  read: (how: WholeReading) => Promise<FolderLists>,
  onChange: () => void,
): AskedLists {
  let reading: AbortController | null = null
  let soFar: number | null = null
  return {
    async read() {
      reading?.abort()
      const own = new AbortController()
      reading = own
      const onRead = (count: number) => {
        soFar = count
        onChange()
      }
      try {
        return await read({ signal: own.signal, onRead })
      } finally {
        if (reading === own) {
          reading = null
          soFar = null
          onChange()
        }
      }
    },
    soFar: () => soFar,
    stop: () => reading?.abort(),
  }
}
