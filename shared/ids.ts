import { z } from 'zod'
import { longestId, safeInPath } from '#shared/notes/ids-in-text.ts'

/**
 * Ids as the specification (section 2) writes them. Reading is tolerant: an id off its pattern is shown all the same, since
 * the service is the authority on its own ids. What can never be an id is a string that would change the meaning of a path.
 */
const id = () => z.string().min(1).max(longestId).refine(safeInPath, 'This is not an id of the service.')

export const SpaceId = id()
export const FolderId = id()
export const NoteId = id()
export const EndpointId = id()

/** The patterns of section 2. For a note only the prefix is specified. */
export const idPatterns = {
  space: /^spa_[a-zA-Z0-9]{14}$/,
  folder: /^fol_[a-zA-Z0-9]{14}$/,
  note: /^not_/,
  endpoint: /^whe_[a-zA-Z0-9]{14}$/,
} as const
