import { z } from 'zod'
import { longestId, safeInPath } from '#shared/notes/ids-in-text.ts'

/**
 * The service's ids (specification, section 2). Ids that don't match their pattern are accepted, because the service defines
 * them. Only text that would change the structure of a path is rejected.
 */
const id = () => z.string().min(1).max(longestId).refine(safeInPath, 'Not a valid ID.')

export const SpaceId = id()
export const FolderId = id()
export const NoteId = id()
export const EndpointId = id()

/** Id patterns of the specification (section 2), which defines only the prefix of note ids. */
export const idPatterns = {
  space: /^spa_[a-zA-Z0-9]{14}$/,
  folder: /^fol_[a-zA-Z0-9]{14}$/,
  note: /^not_/,
  endpoint: /^whe_[a-zA-Z0-9]{14}$/,
} as const
