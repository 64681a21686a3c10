// Runs a TypeScript file of this folder, or reports that Node is too old. Uses syntax that any Node can parse.
import * as nodeModule from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Notehook needs Node 22.18 or newer. You have Node ${process.versions.node}. Install a newer version from https://nodejs.org.`,
  )
  process.exit(1)
}

// Hides only the warning that Node's SQLite is experimental, because our tests cover it.
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(String(warning.stack))
})

// Caches compiled code, to start faster and without the 17 MB of Node's TypeScript parser. The cache is in the project, because
// other users can write to the folder for temporary files. Node runs without a cache if it cannot be written.
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
if (nodeModule.enableCompileCache) nodeModule.enableCompileCache(join(root, 'node_modules/.cache/compile'))

process.argv.splice(1, 2, resolve(process.argv[2]))
import(pathToFileURL(process.argv[1]).href)
