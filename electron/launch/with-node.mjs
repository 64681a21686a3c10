// Runs a TypeScript file of this folder, or reports that Node is too old. Uses syntax that any Node can parse.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Notehook needs Node 22.18 or newer. You have Node ${process.versions.node}. Install a newer version from https://nodejs.org.`,
  )
  process.exit(1)
}

// Hides only the warning that Node's SQLite is experimental; our tests cover it.
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(String(warning.stack))
})

process.argv.splice(1, 2, resolve(process.argv[2]))
import(pathToFileURL(process.argv[1]).href)
