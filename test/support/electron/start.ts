import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Runs an app as `electron <app folder> …flags` would: `node start.ts <app folder> …flags`. */
const folder = resolve(process.argv[2] ?? '.')
const standIn = new URL('./module.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})

// Platform to simulate for JavaScript, set before the app is loaded. Files and sockets are still those of this computer.
const platform = process.env.STAND_IN_PLATFORM
if (platform) Object.defineProperty(process, 'platform', { value: platform })

Object.defineProperty(process, 'resourcesPath', { value: join(folder, 'resources') })

const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { main: string }
process.argv = [process.execPath, folder, ...process.argv.slice(3)]

const { app, becomeReady } = await import('./app.ts')
// Electron emits `ready` after the main module has loaded, so awaiting it at the top level would deadlock.
await import(pathToFileURL(join(folder, main)).href)
// macOS sends the opened file of the first start before the app is ready.
const file = process.env.STAND_IN_OPEN_FILE
if (file) app.emit('open-file', { preventDefault() {} }, file)
becomeReady()
