// Runs a TypeScript file of this folder, or says what is missing. Written so that any Node can read it.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Notehook needs Node 22.18 or newer, and this is Node ${process.versions.node}. See https://nodejs.org.`,
  )
  process.exit(1)
}

// What Node calls experimental here (its SQLite) is tested here. Other warnings are shown as usual.
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(String(warning.stack))
})

process.argv.splice(1, 2, resolve(process.argv[2]))
import(pathToFileURL(process.argv[1]).href)
