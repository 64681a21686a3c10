import type Electron from 'electron'

let text = ''

export const clipboardText = () => text

/** The clipboard of the system, for this app alone. */
export const clipboard = {
  readText: async () => text,
  writeText: async (written: string) => {
    text = written
  },
  clear: () => {
    text = ''
  },
} satisfies Partial<Electron.Clipboard>
