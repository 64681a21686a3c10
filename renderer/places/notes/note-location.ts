import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Folder, FolderCertainty } from '#shared/notes/folder.ts'
import type { Note } from '#shared/notes/model.ts'
import { useApi } from '../../host/client.ts'
import { knownFolders } from '../../nouns/notes/folder-queries.ts'
import { indexStatus, noteFolders } from '../../nouns/notes/index-queries.ts'

export interface NoteLocation {
  /** The note's folders, or `null` if they are unknown. */
  readonly folders: readonly Folder[] | null
  readonly learnt: {
    /** The time when all folders were last loaded. `null` if they never were, so the note may be in more folders. */
    readonly asOf: string | null
    readonly certainty: FolderCertainty
  } | null
  readonly tree: readonly Folder[] | null
}

/**
 * Returns a note's folders. They come from the note itself if it was read, and otherwise from the lists of the folders' notes.
 */
export function useNoteLocation({ id, folders }: Pick<Note, 'id' | 'folders'>): NoteLocation {
  const api = useApi()
  const { data: known } = useQuery(knownFolders(api))
  const { data: status } = useQuery(indexStatus(api))
  const { data: locations } = useQuery({ ...noteFolders(api, [id]), enabled: folders === null })
  return useMemo(() => {
    const tree = known === undefined || known.asOf === null ? null : known.folders
    const location = folders === null ? locations?.find((one) => one.id === id) : undefined
    if (!location?.folders) return { folders, learnt: null, tree }
    const { certainty, folders: learnt } = location
    const byId = new Map(tree?.map((folder) => [folder.id, folder]))
    return {
      folders: learnt.map((ref) => byId.get(ref.id) ?? { ...ref, parentFolderId: null, spaceId: null }),
      learnt: { asOf: certainty === 'part' ? null : (status?.folders.asOf ?? null), certainty },
      tree,
    }
  }, [id, folders, known, locations, status])
}
