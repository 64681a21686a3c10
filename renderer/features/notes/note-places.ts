import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Folder } from '../../../shared/domain/folder.ts'
import type { Note } from '../../../shared/domain/note.ts'
import { useApi } from '../../api/client.ts'
import { knownFolders } from '../../queries/folder-index.ts'
import { indexStatus, noteFolders } from '../../queries/note-index.ts'

export interface NotePlaces {
  /** `null`: neither the service says them nor are they learnt. */
  readonly folders: readonly Folder[] | null
  /** Where the service does not say them: how they were learnt. */
  readonly learnt: {
    /** ISO time of the last reading of all folders; `null` until all were read, so that there may be more. */
    readonly asOf: string | null
  } | null
  /** All that are known on this machine; `null` while they were never read. */
  readonly tree: readonly Folder[] | null
}

/** Where a note is filed: as it says itself, else as the lists of the folders told. */
export function useNotePlaces({ id, folders }: Pick<Note, 'id' | 'folders'>): NotePlaces {
  const api = useApi()
  const { data: known } = useQuery(knownFolders(api))
  const { data: status } = useQuery(indexStatus(api))
  const { data: places } = useQuery({ ...noteFolders(api, [id]), enabled: folders === null })
  return useMemo(() => {
    const tree = known === undefined || known.asOf === null ? null : known.folders
    const learnt = folders === null ? places?.find((place) => place.id === id)?.folders : undefined
    if (!learnt) return { folders, learnt: null, tree }
    const { read, of, asOf } = status?.folders ?? { read: 0, of: 0, asOf: null }
    const byId = new Map(tree?.map((folder) => [folder.id, folder]))
    return {
      folders: learnt.map((ref) => byId.get(ref.id) ?? { ...ref, parentFolderId: null, spaceId: null }),
      learnt: { asOf: read < of ? null : asOf },
      tree,
    }
  }, [id, folders, known, places, status])
}
