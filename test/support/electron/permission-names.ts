import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const typesOfElectron = new URL('../../../node_modules/electron/electron.d.ts', import.meta.url)

/** Returns every permission in Electron's own types, so that the tests cover a new one as soon as Electron is updated. */
export function permissionNames(): string[] {
  const types = readFileSync(fileURLToPath(typesOfElectron), 'utf8')
  const handlers = types.matchAll(/setPermission(?:Check|Request)Handler\(handler: \(\((.*)/g)
  const names = [...handlers].flatMap(([, signature = '']) => {
    const [, union = ''] = /permission: ([^,]*),/.exec(signature) ?? []
    return [...union.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
  })
  if (names.length < 20) throw new Error('The names of the permissions were not found in electron.d.ts.')
  return [...new Set(names)]
}
