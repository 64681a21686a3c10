import { z } from 'zod'
import { FolderId } from './ids.ts'

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
