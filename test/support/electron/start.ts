import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** `node start.ts <folder of the app> …flags`: what `electron <folder> …flags` does, as far as the app can tell. */
const folder = resolve(process.argv[2] ?? '.')
const standIn = new URL('./module.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})

// Another system, as far as what JavaScript asks goes. Set before the app is read; the files and sockets stay this machine's.
const platform = process.env.STAND_IN_PLATFORM
if (platform) Object.defineProperty(process, 'platform', { value: platform })

const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string }
process.argv = [process.execPath, folder, ...process.argv.slice(3)]

const { becomeReady } = await import('./app.ts')
// As in Electron, `ready` waits for the whole of the main module: one that waits for `ready` at its top never ends.
await import(pathToFileURL(join(folder, main)).href)
becomeReady()
