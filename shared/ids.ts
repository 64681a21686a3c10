import { z } from 'zod'
import { longestId, safeInPath } from '#shared/notes/ids-in-text.ts'

/**
 * Ids of the service (specification, section 2). Parsing accepts ids that do not match their pattern, because the service defines its own
 * ids. It only rejects text that would change the structure of a path.
 */
const id = () => z.string().min(1).max(longestId).refine(safeInPath, 'Not a valid ID.')

export const SpaceId = id()
export const FolderId = id()
export const NoteId = id()
export const EndpointId = id()

/** Patterns of section 2. For a note, only the prefix is specified. */
export const idPatterns = {
  space: /^spa_[a-zA-Z0-9]{14}$/,
  folder: /^fol_[a-zA-Z0-9]{14}$/,
  note: /^not_/,
  endpoint: /^whe_[a-zA-Z0-9]{14}$/,
} as const
