import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const sources = ['shared', 'electron', 'renderer', 'package.json', 'package-lock.json', 'tsconfig.json']
const outputs = [
  'main/index.js',
  'preload/index.cjs',
  'renderer/index.html',
  'serve/index.js',
  'engine/index.js',
  'reader/index.js',
  'check/receiver-check.mjs',
  'command/notehook.mjs',
  'THIRD-PARTY-NOTICES.txt',
  'manifest/package.json',
]

/**
 * Returns whether `dist/` was built from exactly these sources. Compares contents, because a checkout changes modification times.
 */
export function isBuilt(root: string, fingerprint = fingerprintOf(root)): boolean {
  return outputs.every((file) => existsSync(join(root, 'dist', file))) && readStamp(root) === fingerprint
}

export function stampBuilt(root: string, fingerprint: string): void {
  writeFileSync(stampFile(root), fingerprint)
}

export function fingerprintOf(root: string): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function readStamp(root: string): string | null {
  try {
    return readFileSync(stampFile(root), 'utf8')
  } catch {
    return null
  }
}

function stampFile(root: string): string {
  return join(root, 'dist', 'built-from')
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .filter((entry) => !entry.name.endsWith('.md'))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
}
