import { z } from 'zod'
import { FolderId } from '#shared/ids.ts'

/**
 * A *Folder* (specification, section 2). A top folder's parent may be `null` or absent, and becomes `null`. The specification
 * doesn't mention `spaceId` for folders, so any string is accepted.
 */
export const Folder = z.object({
  id: FolderId,
  name: z.string(),
  parentFolderId: z.string().nullable(),
  spaceId: z.string().nullable(),
})
export type Folder = z.infer<typeof Folder>

/**
 * Reliability of a note's known folders.
 * - `whole`: all folders were read since the note's last change, so the list is complete.
 * - `part`: not all folders were read completely, so the note may be in more.
 * - `old`: the note changed or had an event after the folders were read, so it may have moved.
 */
export const FolderCertainty = z.enum(['whole', 'part', 'old'])
export type FolderCertainty = z.infer<typeof FolderCertainty>
