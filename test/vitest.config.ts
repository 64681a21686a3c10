import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { patience } from './support/runs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const electronPresent = existsSync(`${root}/node_modules/electron/path.txt`)

/** Tests that measure times and rates. */
const load = 'test/electron/core/deliveries/listener/listener-load.test.ts'

/** Set by `npm test -- --quick`, which runs no packages and only these browser tests. */
const isQuick = process.env.QUICK === 'true'
const stories = [
  'test/e2e/inspector.test.ts',
  'test/e2e/sandbox.test.ts',
  'test/e2e/notes/note-search.test.ts',
]
const slow = [
  'test/**/*kill.test.ts',
  'test/bench/**',
  // Waits for the timeouts of the product.
  'test/contract/faults.test.ts',
  'test/guards/guards.test.ts',
  'test/resources/snippet*.test.ts',
  'test/electron/core/deliveries/store/disk-faults.test.ts',
  'test/electron/core/deliveries/full-disk.test.ts',
  'test/electron/core/deliveries/listener/small-heap.test.ts',
]

/**
 * `unit` and `window` run from the sources. `window` comes after the long files of `unit`, since Vitest sorts projects by name.
 * `e2e` and `packaging` run from `dist/`, which `npm test` builds first. They come after both, so that a browser doesn't slow
 * down tests with timers. `load` comes last and alone, because its measurements are meaningless next to other work.
 */
export default defineConfig({
  root,
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    environment: 'node',
    // The files of a worker share its process, its loaded modules and its browser, so a file must leave nothing behind.
    isolate: false,
    // More workers than Vitest's default on two cores, because tests mostly wait.
    maxWorkers: Math.max(5, availableParallelism() - 1),
    // If Electron's binary is missing, requiring it must not start a download.
    env: electronPresent ? {} : { ELECTRON_OVERRIDE_DIST_PATH: `${root}/node_modules/electron/absent` },
    server: { deps: { inline: ['electron-store'] } },
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // Longer than several waits of a test together, for busy machines. A test that hangs still fails.
    testTimeout: patience(120_000),
    hookTimeout: 180_000,
    // Vitest's default of one second is too short for a page that loads while two cores are busy.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'test/packaging/**', 'test/renderer/**', load, ...(isQuick ? slow : [])],
        },
      },
      {
        extends: true,
        test: {
          name: 'window',
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/renderer/after-file.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: isQuick ? stories : ['test/e2e/**/*.test.ts'],
          testTimeout: patience(300_000),
          // A browser keeps a core busy.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'packaging',
          include: isQuick ? [] : ['test/packaging/**/*.test.ts'],
          testTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
      { extends: true, test: { name: 'load', include: isQuick ? [] : [load], sequence: { groupOrder: 3 } } },
    ],
  },
})
