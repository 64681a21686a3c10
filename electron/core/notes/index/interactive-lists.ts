import type { WholeReading } from '#core/service-api/requests/paging.ts'
import type { FolderLists } from './folders/folder-store.ts'

/** The lists of spaces and folders, while a person waits for them, and how far they are. */
export interface InteractiveLists {
  /** Rejects with `canceled` when the signal is aborted, or when they are asked for again. */
  read(signal: AbortSignal): Promise<FolderLists>
  /** How many folders came so far; `null` when they are not being read. */
  soFar(): number | null
}

export function createInteractiveLists(
  read: (how: WholeReading) => Promise<FolderLists>,
  onChange: () => void,
): InteractiveLists {
  let reading: AbortController | null = null
  let soFar: number | null = null
  return {
    async read(signal) {
      reading?.abort()
      const own = new AbortController()
      reading = own
      const onRead = (count: number) => {
        soFar = count
        onChange()
      }
      try {
        return await read({ signal: AbortSignal.any([own.signal, signal]), onRead })
      } finally {
        if (reading === own) {
          reading = null
          soFar = null
          onChange()
        }
      }
    },
    soFar: () => soFar,
  }
}
