import type Electron from 'electron'

const asked: string[] = []

export const crashReporter = {
  start: (options: Electron.CrashReporterStartOptions) => void asked.push(JSON.stringify(options)),
  addExtraParameter: (key: string) => void asked.push(key),
  standIn: { asked },
} satisfies Partial<Electron.CrashReporter> & { readonly standIn: object }
