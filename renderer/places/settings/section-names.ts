import { copy } from './copy.ts'
import { sectionIds } from './sections.ts'

export const sectionNames = sectionIds.map((id) => ({ id, name: copy.sections[id] }))
