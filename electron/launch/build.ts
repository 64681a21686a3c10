import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { build } from 'vite'
import { fingerprintOf, isBuilt, stampBuilt } from './built.ts'
import { writeManifest, writeNotices } from './notices.ts'

const root = join(import.meta.dirname, '../..')
const configs = [
  'renderer',
  'electron/main',
  'electron/preload',
  'electron/serve',
  'electron/engine',
  'electron/reader',
  'electron/check',
  'electron/command',
]

// Vite keeps an existing value, and any value except `production` makes React use its development build.
process.env.NODE_ENV = 'production'

mkdirSync(join(root, 'dist'), { recursive: true })
// Two builds at the same time would overwrite each other's files, so the second waits here for the first.
const lock = new DatabaseSync(join(root, 'dist', 'build.lock'), { timeout: 120_000 })
lock.exec('BEGIN EXCLUSIVE')

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
lock.close()
