import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const licensesFile = '.vite/licenses.json'

interface License {
  readonly name: string
  readonly version: string
  readonly identifier: string | null
  readonly text: string | null
}

/** Packages that are not bundled, because they contain native libraries or fonts. */
const packages = [
  'keytar',
  '@ngrok/ngrok',
  '@fontsource-variable/inter',
  '@fontsource-variable/jetbrains-mono',
]

/**
 * Writes the licenses of all third-party code that ships with the app into one file, whether the code is bundled or not. Deletes
 * the license files inside the bundles.
 */
export function writeNotices(root: string, bundles: readonly string[]): void {
  const licenses = new Map<string, License>()
  const add = (one: License) => void licenses.set(`${one.name} ${one.version}`, one)
  for (const bundle of bundles) {
    const file = join(root, 'dist', bundle, licensesFile)
    for (const one of JSON.parse(readFileSync(file, 'utf8')) as License[]) add(one)
    rmSync(dirname(file), { recursive: true })
  }
  for (const name of packages) add(packageLicense(root, name))
  const sorted = [...licenses].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, license]) => license)
  writeFileSync(join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), `${preface}\n${sorted.map(notice).join('')}`)
}

/** Writes the packaged app's `package.json`, with only the fields that Electron reads. */
export function writeManifest(root: string): void {
  const source = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const kept = ['name', 'productName', 'version', 'description', 'license', 'author', 'type', 'main']
  const manifest = Object.fromEntries(kept.map((key) => [key, source[key]]))
  mkdirSync(join(root, 'dist', 'manifest'), { recursive: true })
  writeFileSync(join(root, 'dist', 'manifest', 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function packageLicense(root: string, name: string): License {
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

const preface = `Notehook contains third-party software under the following licenses.
The licenses of Electron and Chromium are in separate files next to the app.
`

const notice = ({ name, version, identifier, text }: License) =>
  `\n${'-'.repeat(80)}\n${name} ${version}${identifier ? ` (${identifier})` : ''}\n\n${(text ?? withoutText).trim()}\n`

const withoutText = 'The package names this license but does not include its text.'
