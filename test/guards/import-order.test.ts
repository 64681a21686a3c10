import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sourcesBelow, specifiersIn } from './specifiers.ts'

/** A source tree whose folders have an order. */
interface Tree {
  readonly folder: string
  /** Alias of the folder, or of one of its folders. */
  readonly alias: readonly [name: string, folder: string]
  /**
   * Folders and files in order of dependency. A file imports from its own folder and from earlier ones. The folders of a list
   * don't import each other.
   */
  readonly order: readonly (string | readonly string[])[]
  /** Files with a forbidden import, by path. */
  readonly wrong: readonly (readonly [path: string, content: string])[]
}

/** A folder of the core notifies later ones through events. */
const core: Tree = {
  folder: 'electron/core',
  alias: ['#core/', ''],
  order: [
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
    'agents',
    'core.ts',
  ],
  wrong: [
    ['platform/by-path.ts', `import { createTunnel } from '../tunnel/tunnel.ts'`],
    ['platform/by-alias.ts', `import type { Endpoints } from '#core/endpoints/endpoint-management.ts'`],
    ['platform/re-exported.ts', `export { createCore } from '#core/core.ts'`],
    ['notes/by-call.ts', `export const load = () => import('../exports/index.ts')`],
    ['notes/in-a-type.ts', `export type Listening = import('#core/listening/index.ts').Listening`],
  ],
}

/** `nouns` has what several places show, and `places` the pages. */
const page: Tree = {
  folder: 'renderer',
  alias: ['#ui/', 'ui/'],
  order: [
    'first.ts',
    'ui',
    'host',
    'frame',
    'nouns/agents',
    'nouns/exports',
    'nouns/notes',
    'nouns/workspaces',
    'nouns/sandbox',
    'nouns/tunnel',
    'nouns/missed',
    'nouns/endpoints',
    'nouns/deliveries',
    'nouns/receivers',
    'nouns/checks',
    'nouns/listening',
    'nouns/jobs',
    'nouns/attention',
    [
      'places/inspector',
      'places/endpoints',
      'places/coverage',
      'places/notes',
      'places/receivers',
      'places/missed',
      'places/tunnel',
      'places/sandbox',
      'places/settings',
      'places/workspaces',
      'places/attention',
      'places/help',
    ],
    'app',
    'main.tsx',
    'vite.config.ts',
  ],
  wrong: [
    ['host/by-path.ts', `import type { ShownAction } from '../frame/use-commands.ts'`],
    ['nouns/notes/by-path.ts', `import { endpointList } from '../endpoints/queries.ts'`],
    ['nouns/notes/by-alias.ts', `import type { Names } from '#ui/../nouns/endpoints/endpoint-names.ts'`],
    ['nouns/notes/of-a-place.ts', `export const load = () => import('../../places/notes/notes-page.tsx')`],
    ['places/notes/of-a-place.ts', `export { endpointsRoute } from '../endpoints/route.tsx'`],
    ['places/notes/detail/of-the-app.ts', `import { runPageAction } from '../../../app/commands.ts'`],
  ],
}

/**
 * Features: other folders of the core use a feature only through its `index.ts`. The remaining folders are libraries without an
 * index, because each of their files is imported by its own name.
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
  'agents',
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const sourcesOf = ({ folder }: Tree) => sourcesBelow(join(root, folder))
const coreSources = sourcesOf(core)

describe.each([core, page])('the order of folders in $folder', (tree) => {
  const sources = sourcesOf(tree)

  test('the order of folders contains every folder and file exactly once', () => {
    const listed = tree.order.flat()
    expect([...new Set(listed)]).toEqual(listed)
    expect(listed.filter((name) => !sources.some(({ path }) => isIn(name, path)))).toEqual([])
    expect(sources.filter(({ path }) => !listed.some((name) => isIn(name, path)))).toEqual([])
  })

  test.each(sources)('$path imports nothing from folders after its own in the order', ({ path, content }) => {
    expect(importsFromBelow(tree, path, content)).toEqual([])
  })

  test.each(tree.wrong)('rejects an import in %s that is against the order: %s', (path, content) => {
    expect(importsFromBelow(tree, path, content)).toEqual([specifierOf(content)])
  })
})

describe('the entry points of the features in the core', () => {
  test.each(features)('the feature %s has an index.ts', (feature) => {
    expect(coreSources.map(({ path }) => path)).toContain(`${feature}/index.ts`)
  })

  test.each(coreSources)('$path imports other features only through their index.ts', ({ path, content }) => {
    expect(importsPastDoors(path, content)).toEqual([])
  })

  test.each([
    ['core.ts', `import { noteZip } from '#core/exports/note-zip.ts'`],
    ['endpoints/by-path.ts', `import { createTunnel } from '../tunnel/tunnel.ts'`],
    ['endpoints/by-alias.ts', `import { createPaths } from '#core/deliveries/listener/known-paths.ts'`],
    ['endpoints/as-type.ts', `import type { Session } from '#core/workspaces/session.ts'`],
    ['endpoints/re-exported.ts', `export type { ApiKeys } from '#core/workspaces/api-keys.ts'`],
    ['endpoints/by-call.ts', `export const load = () => import('../deliveries/delivery-engine.ts')`],
    ['endpoints/in-a-type.ts', `export type Index = import('#core/notes/index/note-index.ts').NoteIndex`],
    ['endpoints/other-index.ts', `import { createProviders } from '#core/tunnel/providers/index.ts'`],
  ])('rejects an import in %s that bypasses an index.ts: %s', (path, content) => {
    expect(importsPastDoors(path, content)).toEqual([specifierOf(content)])
  })

  test('accepts imports of an index.ts and of files in the same feature', () => {
    const content = `import type { Workspaces } from '#core/workspaces/index.ts'
import type { JournalEntry } from './endpoint-journal.ts'`
    expect(importsPastDoors('endpoints/endpoint-management.ts', content)).toEqual([])
  })
})

/** Returns the only import of an example. */
const specifierOf = (content: string) => /'(.+)'/.exec(content)?.[1]

/** Returns the imports of a file, including types, from later folders and from others of its list. */
function importsFromBelow(tree: Tree, path: string, content: string): readonly string[] {
  const own = rankOf(tree, path)
  return specifiersIn(path, content).filter((specifier) => {
    const target = targetOf(tree, path, specifier)
    if (target === null) return false
    const its = rankOf(tree, target)
    return its.at > own.at || (its.at === own.at && its.name !== own.name)
  })
}

/** Returns the imports of a core file, including types, from inside another feature. */
function importsPastDoors(path: string, content: string): readonly string[] {
  const [own = ''] = path.split('/')
  return specifiersIn(path, content).filter((specifier) => {
    const target = targetOf(core, path, specifier)
    const [feature = ''] = target?.split('/') ?? []
    return feature !== own && features.includes(feature) && target !== `${feature}/index.ts`
  })
}

/** Resolves a specifier to a path relative to the tree, or to `null` if it is outside the tree. */
function targetOf({ alias: [name, folder] }: Tree, path: string, specifier: string): string | null {
  if (specifier.startsWith(name)) return posix.join(folder, specifier.slice(name.length))
  if (!specifier.startsWith('.')) return null
  const target = posix.join(posix.dirname(path), specifier)
  return target.startsWith('../') ? null : target
}

/** Returns the folder or file of the order that a path belongs to, and its position. */
function rankOf({ folder, order }: Tree, path: string): { readonly at: number; readonly name: string } {
  for (const [at, entry] of order.entries())
    for (const name of [entry].flat()) if (isIn(name, path)) return { at, name }
  throw new Error(`${path} is missing from the order of ${folder}.`)
}

const isIn = (name: string, path: string) => path === name || path.startsWith(`${name}/`)
