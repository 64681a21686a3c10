import { copy } from './copy.ts'
import { sectionIds } from './sections.ts'

/** The sections of the settings, in their order. */
export const sectionNames = sectionIds.map((id) => ({ id, name: copy.sections[id] }))
