export { changeSettings, settings } from './queries.ts'

/** Loads the names of the sections, for the command palette. */
export const loadSectionNames = async () => (await import('./section-names.ts')).sectionNames
