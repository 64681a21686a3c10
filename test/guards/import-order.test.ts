import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sourcesBelow, specifiersIn } from './specifiers.ts'

/**
 * Folders of the core in order of dependency. A file imports from its own folder and from earlier ones. A folder notifies later ones
 * through events.
 */
const order = [
  'database',
  'platform',
  'public-address',
  'service-api',
  'workspaces',
  'tunnel',
  'deliveries',
  'notes',
  'endpoints',
  'receivers',
  'missed',
  'exports',
  'listening',
  'sandbox.ts',
  'checks',
  'core.ts',
] as const

/**
 * Features: other folders use a feature only through its `index.ts`. The remaining folders are libraries without an index, because each
 * of their files is imported by its own name.
 */
const features: readonly string[] = [
  'workspaces',
  'tunnel',
  'deliveries',
  'notes',
  'endpoints',
  'receivers',
  'missed',
  'exports',
  'listening',
  'checks',
] satisfies (typeof order)[number][]

const root = fileURLToPath(new URL('../..', import.meta.url))
const core = join(root, 'electron/core')

describe('the order of folders in the core', () => {
  test('lists every folder and file of the core exactly once', () => {
    const found = new Set(sourcesBelow(core).map(({ path }) => path.split('/')[0]))
    expect([...order].sort()).toEqual([...found].sort())
  })

  test.each(sourcesBelow(core))('$path imports nothing from later folders', ({ path, content }) => {
    expect(importsFromBelow(path, content)).toEqual([])
  })

  test.each([
    ['platform/by-path.ts', `import { createTunnel } from '../tunnel/tunnel.ts'`],
    ['platform/by-alias.ts', `import type { Endpoints } from '#core/endpoints/endpoints.ts'`],
    ['platform/re-exported.ts', `export { createCore } from '#core/core.ts'`],
    ['notes/by-call.ts', `export const load = () => import('../exports/exports.ts')`],
    ['notes/in-a-type.ts', `export type Listening = import('#core/listening/index.ts').Listening`],
  ])('rejects in %s: %s', (path, content) => {
    expect(importsFromBelow(path, content)).toEqual([specifierOf(content)])
  })
})

describe('the entry points of the features in the core', () => {
  test.each(features)('%s has an index.ts', (feature) => {
    expect(sourcesBelow(core).map(({ path }) => path)).toContain(`${feature}/index.ts`)
  })

  test.each(sourcesBelow(core))(
    '$path imports other features through their index.ts',
    ({ path, content }) => {
      expect(importsPastDoors(path, content)).toEqual([])
    },
  )

  test.each([
    ['core.ts', `import { createExports } from '#core/exports/exports.ts'`],
    ['endpoints/by-path.ts', `import { createTunnel } from '../tunnel/tunnel.ts'`],
    ['endpoints/by-alias.ts', `import { createPaths } from '#core/deliveries/listener/paths.ts'`],
    ['endpoints/as-type.ts', `import type { Session } from '#core/workspaces/session.ts'`],
    ['endpoints/re-exported.ts', `export type { ApiKeys } from '#core/workspaces/api-keys.ts'`],
    ['endpoints/by-call.ts', `export const load = () => import('../deliveries/delivery-engine.ts')`],
    ['endpoints/in-a-type.ts', `export type Index = import('#core/notes/index/note-index.ts').NoteIndex`],
    ['endpoints/other-index.ts', `import { createProviders } from '#core/tunnel/providers/index.ts'`],
  ])('rejects in %s: %s', (path, content) => {
    expect(importsPastDoors(path, content)).toEqual([specifierOf(content)])
  })

  test('accepts an import of an index.ts and of a file in the same feature', () => {
    const content = `import type { Workspaces } from '#core/workspaces/index.ts'
import type { JournalEntry } from './endpoint-journal.ts'`
    expect(importsPastDoors('endpoints/endpoints.ts', content)).toEqual([])
  })
})

/** Returns the only import of an example. */
const specifierOf = (content: string) => /'(.+)'/.exec(content)?.[1]

/** Returns the imports of a core file, including types, from folders later than its own. */
function importsFromBelow(path: string, content: string): readonly string[] {
  const own = rankOf(path)
  return specifiersIn(path, content).filter((specifier) => {
    const target = targetOf(path, specifier)
    return target !== null && rankOf(target) > own
  })
}

/** Returns the imports of a core file, including types, from inside another feature. */
function importsPastDoors(path: string, content: string): readonly string[] {
  const [own = ''] = path.split('/')
  return specifiersIn(path, content).filter((specifier) => {
    const target = targetOf(path, specifier)
    const [feature = ''] = target?.split('/') ?? []
    return feature !== own && features.includes(feature) && target !== `${feature}/index.ts`
  })
}

/** Resolves a specifier to a path relative to the core, or to `null` if it is outside. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#core/')) return posix.normalize(specifier.slice('#core/'.length))
  if (!specifier.startsWith('.')) return null
  const target = posix.join(posix.dirname(path), specifier)
  return target.startsWith('../') ? null : target
}

function rankOf(path: string): number {
  const [first = ''] = path.split('/')
  const rank = (order as readonly string[]).indexOf(first)
  if (rank < 0) throw new Error(`${dirname(path)} is missing from the order of the core.`)
  return rank
}
