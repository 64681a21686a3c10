import type Electron from 'electron'

/** Writes no dump; remembers for tests who would have had them written, and what was to be put beside them. */
const asked: string[] = []

export const crashReporter = {
  start: (options: Electron.CrashReporterStartOptions) => void asked.push(JSON.stringify(options)),
  addExtraParameter: (key: string) => void asked.push(key),
  standIn: { asked },
} satisfies Partial<Electron.CrashReporter> & { readonly standIn: object }
