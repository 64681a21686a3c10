import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sourcesBelow, specifiersIn } from './specifiers.ts'

const page = fileURLToPath(new URL('../../renderer', import.meta.url))

/** A feature has two entry points: `index.ts` for all users, and its routes for the router alone. */
describe('features of the page are imported through their index.ts', () => {
  test.each(sourcesBelow(page))('$path imports only entry points', ({ path, content }) => {
    expect(importsPastDoors(path, content)).toEqual([])
  })

  test.each([
    ['app/router.tsx', `import NotesPage from '../features/notes/notes-page.tsx'`],
    ['app/shell/by-path.ts', `export { notesRoute } from '../../features/notes/route.tsx'`],
    ['features/notes/by-alias.ts', `import type { List } from '#ui/../features/endpoints/queries.ts'`],
    ['features/notes/by-call.ts', `export const page = () => import('../endpoints/endpoints-page.tsx')`],
    ['features/notes/detail/by-path.tsx', `import { endpointList } from '../../endpoints/queries.ts'`],
  ])('rejects in %s: %s', (path, content) => {
    expect(importsPastDoors(path, content)).toEqual([/'(.+)'/.exec(content)?.[1]])
  })

  test('allows imports between features, and routes in the router', () => {
    const targets = sourcesBelow(page).flatMap(({ path, content }) =>
      specifiersIn(join(page, path), content).map((specifier) => [path, targetOf(path, specifier)] as const),
    )
    expect(targets.some(([path, target]) => target.endsWith('/index.ts') && featureOf(path) !== null)).toBe(
      true,
    )
    expect(targets.some(([path, target]) => path === router && isRoute(target))).toBe(true)
  })
})

const router = 'app/router.tsx'

function importsPastDoors(path: string, content: string): readonly string[] {
  return specifiersIn(path, content).filter((specifier) => {
    const target = targetOf(path, specifier)
    const feature = featureOf(target)
    if (feature === null || feature === featureOf(path)) return false
    return target !== `features/${feature}/index.ts` && !(path === router && isRoute(target))
  })
}

/** Resolves a specifier to a path relative to the page's folder. */
function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('#ui/')) return posix.join('ui', specifier.slice('#ui/'.length))
  return posix.join(posix.dirname(path), specifier)
}

const featureOf = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1] ?? null
const isRoute = (path: string) => /^features\/[^/]+\/(?:[a-z]+-)?route\.tsx$/.test(path)
