import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { SecretStore } from '#core/platform/ports.ts'

/** Opens a keychain in a file, which outlives the process as the system's does. Writes replace the whole file. */
export function fileKeychain(path: string): SecretStore & { entries(): Readonly<Record<string, string>> } {
  const read = (): Record<string, string> => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})
  const write = (entries: Record<string, string>) => {
    writeFileSync(`${path}.new`, JSON.stringify(entries))
    renameSync(`${path}.new`, path)
  }
  return {
    entries: read,
    get: async (account) => read()[account] ?? null,
    set: async (account, secret) => write({ ...read(), [account]: secret }),
    async delete(account) {
      const { [account]: _gone, ...others } = read()
      write(others)
    },
    health: async () => 'ready',
  }
}
