import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { patience } from './support/runs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const electronPresent = existsSync(`${root}/node_modules/electron/path.txt`)

/** What tells of times and rates. */
const load = 'test/electron/core/deliveries/listener/listener-load.test.ts'

/**
 * `unit` runs from the sources, each file in a process of its own; `e2e` and `packaging` run from `dist/`, which
 * `npm test` builds first. The two come after, so that a browser does not compete with the clock of a unit test; `load` comes
 * last and alone, for what it tells is worth nothing beside other work.
 */
export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    environment: 'node',
    // One more than Vitest takes on two cores: much of what tests do is to wait.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Where Electron's binary is absent, asking for it must not start a download.
    env: electronPresent ? {} : { ELECTRON_OVERRIDE_DIST_PATH: `${root}/node_modules/electron/absent` },
    server: { deps: { inline: ['electron-store'] } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // Longer than several waits of a test together: a busy machine is slow, and what hangs is still found.
    testTimeout: patience(120_000),
    hookTimeout: 180_000,
    // Vitest's second is too short for a page that loads while two cores are busy.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/packaging/**', 'test/guards/fixtures/**', load],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.{ts,tsx}'],
          testTimeout: patience(300_000),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'packaging',
          include: ['test/packaging/**/*.test.ts'],
          testTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
      { extends: true, test: { name: 'load', include: [load], sequence: { groupOrder: 3 } } },
    ],
  },
})
