// Runs a TypeScript file from this folder, or reports that Node is too old. Every version of Node can parse the syntax used here.
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

// Hides only the warning that Node's SQLite is experimental, because the tests cover it.
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(String(warning.stack))
})

// Caches compiled code, which makes the start faster and avoids loading the 17 MB of Node's TypeScript parser. The cache is
// inside the project, because the folder for temporary files may be writable by other users. If the cache cannot be written, Node
// runs without it.
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
if (nodeModule.enableCompileCache) nodeModule.enableCompileCache(join(root, 'node_modules/.cache/compile'))

process.argv.splice(1, 2, resolve(process.argv[2]))
import(pathToFileURL(process.argv[1]).href)
