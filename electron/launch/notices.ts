import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where each bundle leaves the licenses of what is in it, below its own folder. */
const licensesFile = '.vite/licenses.json'

interface License {
  readonly name: string
  readonly version: string
  readonly identifier: string | null
  readonly text: string | null
}

/** Native, so they lie beside the bundles as they came. */
const natives = ['keytar', '@ngrok/ngrok']

/**
 * What others made and the app ships, with the license of each: what the bundles say is in them, and the native libraries.
 * Written once for all of them; in the bundles themselves nothing of it is left.
 */
export function writeNotices(root: string, bundles: readonly string[]): void {
  const known = new Map<string, License>()
  const add = (one: License) => void known.set(`${one.name} ${one.version}`, one)
  for (const bundle of bundles) {
    const file = join(root, 'dist', bundle, licensesFile)
    for (const one of JSON.parse(readFileSync(file, 'utf8')) as License[]) add(one)
    rmSync(dirname(file), { recursive: true })
  }
  for (const name of natives) add(nativeLicense(root, name))
  const sorted = [...known].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, license]) => license)
  writeFileSync(join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), `${preface}\n${sorted.map(notice).join('')}`)
}

/** Of its `package.json` the packed app has what Electron reads, and nothing of how it is developed. */
export function writeManifest(root: string): void {
  const whole = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const kept = ['name', 'productName', 'version', 'description', 'license', 'author', 'type', 'main']
  const manifest = Object.fromEntries(kept.map((key) => [key, whole[key]]))
  mkdirSync(join(root, 'dist', 'manifest'), { recursive: true })
  writeFileSync(join(root, 'dist', 'manifest', 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function nativeLicense(root: string, name: string): License {
  const folder = join(root, 'node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^licen[cs]e/i.test(file)) : []
  if (files.length === 0) throw new Error(`${name} has no license to ship.`)
  const text = files.sort().map((file) => readFileSync(join(folder, file), 'utf8'))
  return { name, version, identifier: license, text: text.join('\n\n') }
}

const preface = `Notehook contains software that others made, under these licenses.
Electron and Chromium have theirs in the files beside the program.
`

const notice = ({ name, version, identifier, text }: License) =>
  `\n${'-'.repeat(80)}\n${name} ${version}${identifier ? ` (${identifier})` : ''}\n\n${(text ?? withoutText).trim()}\n`

const withoutText = 'Its package names this license and has no text of it.'
