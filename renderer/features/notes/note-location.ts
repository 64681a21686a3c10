import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Folder, FolderCertainty } from '#shared/notes/folder.ts'
import type { Note } from '#shared/notes/model.ts'
import { useApi } from '../../host/client.ts'
import { knownFolders } from './folder-queries.ts'
import { indexStatus, noteFolders } from './index-queries.ts'

export interface NoteLocation {
  /** `null`: neither the service says them nor are they learnt. */
  readonly folders: readonly Folder[] | null
  /** Where the service does not say them: how they were learnt. */
  readonly learnt: {
    /** ISO time of the last reading of all folders; `null` until all were read, so that there may be more. */
    readonly asOf: string | null
    readonly certainty: FolderCertainty
  } | null
  /** All that are known on this machine; `null` while they were never read. */
  readonly tree: readonly Folder[] | null
}

/** Where a note is filed: as it says itself, else as the lists of the folders told. */
export function useNoteLocation({ id, folders }: Pick<Note, 'id' | 'folders'>): NoteLocation {
  const api = useApi()
  const { data: known } = useQuery(knownFolders(api))
  const { data: status } = useQuery(indexStatus(api))
  const { data: places } = useQuery({ ...noteFolders(api, [id]), enabled: folders === null })
  return useMemo(() => {
    const tree = known === undefined || known.asOf === null ? null : known.folders
    const place = folders === null ? places?.find((one) => one.id === id) : undefined
    if (!place?.folders) return { folders, learnt: null, tree }
    const { certainty, folders: learnt } = place
    const byId = new Map(tree?.map((folder) => [folder.id, folder]))
    return {
      folders: learnt.map((ref) => byId.get(ref.id) ?? { ...ref, parentFolderId: null, spaceId: null }),
      learnt: { asOf: certainty === 'part' ? null : (status?.folders.asOf ?? null), certainty },
      tree,
    }
  }, [id, folders, known, places, status])
}
