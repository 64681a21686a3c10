import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { build } from 'vite'
import { fingerprintOf, isBuilt, stampBuilt } from './built.ts'
import { writeManifest, writeNotices } from './notices.ts'

/** Builds the page and the three programs around it into `dist/`. With `--if-needed` only when the sources changed. */

const root = join(import.meta.dirname, '../..')
const configs = ['renderer', 'electron/main', 'electron/preload', 'electron/serve']

// Vite keeps what it finds here, and React chooses its development build by it.
process.env.NODE_ENV = 'production'

mkdirSync(join(root, 'dist'), { recursive: true })
// Two that start at once must not build into each other's folders: the second waits here for the first.
const turn = new DatabaseSync(join(root, 'dist', 'build.lock'), { timeout: 120_000 })
turn.exec('BEGIN EXCLUSIVE')

const fingerprint = fingerprintOf(root)
if (!process.argv.includes('--if-needed') || !isBuilt(root, fingerprint)) {
  stampBuilt(root, '')
  for (const folder of configs) {
    await build({ configFile: join(root, folder, 'vite.config.ts'), mode: 'production', logLevel: 'warn' })
  }
  writeNotices(
    root,
    configs.map((folder) => basename(folder)),
  )
  writeManifest(root)
  stampBuilt(root, fingerprint)
}
turn.close()
