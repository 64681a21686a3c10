import type Electron from 'electron'

/** Writes no dumps. Records for tests how the app configured it and which parameters it added. */
const asked: string[] = []

export const crashReporter = {
  start: (options: Electron.CrashReporterStartOptions) => void asked.push(JSON.stringify(options)),
  addExtraParameter: (key: string) => void asked.push(key),
  standIn: { asked },
} satisfies Partial<Electron.CrashReporter> & { readonly standIn: object }
