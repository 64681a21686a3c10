import { copy } from './copy.ts'

export type SectionId = keyof typeof copy.sections

/** The sections in the order of the list on the left. The first one is the default. */
export const sectionIds = [
  'general',
  'receiving',
  'storage',
  'workspace',
  'agents',
] as const satisfies readonly SectionId[]

export const sectionOf = (name: string | undefined): SectionId =>
  sectionIds.find((id) => id === name) ?? sectionIds[0]

export const sectionNames = sectionIds.map((id) => ({ id, name: copy.sections[id] }))
