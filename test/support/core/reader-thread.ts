import { Worker } from 'node:worker_threads'
import { onTestFinished, vi } from 'vitest'

export const readerScript = new URL('../../../electron/reader/index.ts', import.meta.url)

/**
 * Records the messages that threads receive from now on. `asked` returns the names of the requested reads, such as
 * `notes.search`.
 */
export function watchReads() {
  const said = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => said.mockRestore())
  const messages = () => said.mock.calls.map(([message]) => message as Record<string, unknown>)
  return {
    messages,
    asked: () =>
      messages().flatMap(({ kind, feature, name }) =>
        kind === 'read' ? `${String(feature)}.${String(name)}` : [],
      ),
  }
}
