export { changeSettings, settings } from './queries.ts'

/** Loads the sections, which the palette leads to. */
export const loadSectionNames = async () => (await import('./section-names.ts')).sectionNames
