import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sourcesBelow, specifiersIn } from './specifiers.ts'

/**
 * The folders of the core, each above those that may use it. A file imports from its own folder and from those above. What a
 * folder has to say to one below it, it says by an event.
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
  'exports',
  'listening',
  'sandbox.ts',
  'workspace-lifecycle.ts',
  'core.ts',
] as const

const root = fileURLToPath(new URL('../..', import.meta.url))
const core = join(root, 'electron/core')
const fixtures = fileURLToPath(new URL('fixtures/order', import.meta.url))

describe('the order of folders in the core', () => {
  test('names every folder and file of the core once, and nothing else', () => {
    const found = new Set(sourcesBelow(core).map(({ path }) => path.split('/')[0]))
    expect([...order].sort()).toEqual([...found].sort())
  })

  test.each(sourcesBelow(core))('$path imports nothing from below', ({ path, content }) => {
    expect(importsFromBelow(path, content)).toEqual([])
  })

  test.each(sourcesBelow(fixtures))('refuses the fixture $path', ({ path, content }) => {
    const refused = /^\/\/ refused: (.+)$/m.exec(content)?.[1]
    expect(importsFromBelow(path, content)).toEqual([refused])
  })
})

/** What a file of the core imports, types included, from folders below its own. */
function importsFromBelow(path: string, content: string): readonly string[] {
  const own = rankOf(path)
  return specifiersIn(path, content).filter((specifier) => {
    const target = targetOf(path, specifier)
    return target !== null && rankOf(target) > own
  })
}

/** The path of what is imported, from the folder of the core; `null` outside it. */
function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('#core/')) return posix.normalize(specifier.slice('#core/'.length))
  if (!specifier.startsWith('.')) return null
  const target = posix.join(posix.dirname(path), specifier)
  return target.startsWith('../') ? null : target
}

function rankOf(path: string): number {
  const [first = ''] = path.split('/')
  const rank = (order as readonly string[]).indexOf(first)
  if (rank < 0) throw new Error(`${dirname(path)} has no place in the order of the core.`)
  return rank
}
