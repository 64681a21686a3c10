import type Electron from 'electron'

let text = ''

export const clipboardText = () => text

export const clipboard = {
  readText: async () => text,
  writeText: async (written: string) => {
    text = written
  },
  clear: () => {
    text = ''
  },
} satisfies Partial<Electron.Clipboard>
