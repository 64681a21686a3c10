import { z } from 'zod'
import { FolderId } from '#shared/ids.ts'

/**
 * Specification, section 2, *Folder*. The service may send `null` or nothing for a folder at the top: both are `null` here.
 * `spaceId` is not specified on a folder: any string or nothing.
 */
export const Folder = z.object({
  id: FolderId,
  name: z.string(),
  parentFolderId: z.string().nullable(),
  spaceId: z.string().nullable(),
})
export type Folder = z.infer<typeof Folder>

/**
 * How far the known folders of a note can be relied on. `whole`: all folders were read since the note changed last, so it is
 * in these and in no others. `part`: not all folders were read to their end, so it may be in more. `old`: the note changed,
 * or an event of it came, after the folders were read, so it may have moved.
 */
export const FolderCertainty = z.enum(['whole', 'part', 'old'])
export type FolderCertainty = z.infer<typeof FolderCertainty>
