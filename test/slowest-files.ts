import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Vitest reporter that ends a run with its 20 slowest files, including the time to load them. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]) {
    const slowest = files
      .map((file) => ({ path: relative(process.cwd(), file.moduleId), ms: duration(file) }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 20)
    console.log(
      `\nSlowest files, in seconds (${seconds(files.reduce((sum, file) => sum + duration(file), 0))} in all)`,
    )
    for (const { path, ms } of slowest) console.log(`${seconds(ms).padStart(8)}  ${path}`)
  }
}

function duration(file: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    file.diagnostic()
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
