import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

interface Manifest {
  readonly dependencies: Record<string, string>
  readonly optionalDependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
}

interface Lock {
  readonly packages: Record<
    string,
    { hasInstallScript?: true; resolved?: string; integrity?: string; link?: true }
  >
}

const manifest = readJson('package.json') as Manifest
const lock = readJson('package-lock.json') as Lock
const installed = Object.entries(lock.packages).filter(([path]) => path !== '')

describe('installed npm packages', () => {
  test('only npm packages on a list have install scripts', () => {
    const withScripts = installed.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path)
    expect(withScripts.sort()).toEqual([
      // Selects the 7-Zip binary for this computer, for an installer that is not built (Squirrel).
      'node_modules/electron-winstaller',
      // Selects keytar's prebuilt binary.
      'node_modules/keytar',
    ])
  })

  test('every npm package has a checksum and no download URL', () => {
    const resolved = installed.filter(([, entry]) => entry.resolved !== undefined).map(([path]) => path)
    const unchecked = installed.filter(([, entry]) => entry.integrity === undefined).map(([path]) => path)
    expect(resolved).toEqual([])
    expect(unchecked).toEqual([])
  })

  test('every npm dependency has an exact version', () => {
    const { dependencies, optionalDependencies, devDependencies } = manifest
    const ranges = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      ([, version]) => !/^(?:npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version),
    )
    expect(ranges).toEqual([])
  })

  test('the app contains only npm packages that cannot be bundled', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['@ngrok/ngrok', 'keytar'])
  })
})

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'scripts and tests require Node 24 or later',
  () => {
    expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24)
  },
)

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'))
}
