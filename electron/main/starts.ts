import type { App } from 'electron'

export interface StartRequest {
  readonly args: readonly string[]
  readonly folder: string
}

export const thisStart = (): { args: readonly string[]; folder: string } => ({
  args: process.argv.slice(1),
  folder: process.cwd(),
})

/**
 * Queues start requests until the app is ready. The queue also contains files that macOS opens, because macOS can send a file
 * before the app is ready.
 */
export function createStarts(first: StartRequest) {
  let waiting: readonly StartRequest[] = [first]
  let take = (request: StartRequest) => {
    waiting = [...waiting, request]
  }
  return {
    listen(app: Pick<App, 'on'>) {
      // Uses the arguments that the second instance passes, because Chromium reorders `argv` and adds switches to it.
      app.on('second-instance', (_event, _argv, folder, passed) => take(readRequest(passed, folder)))
      app.on('open-file', (event, path) => {
        event.preventDefault()
        take({ args: [path], folder: '/' })
      })
    },
    async carryOutWith(
      carryOut: (request: StartRequest) => Promise<void>,
      onError: (error: unknown) => void,
    ) {
      take = (request) => void carryOut(request).catch(onError)
      for (const request of waiting) await carryOut(request).catch(onError)
      waiting = []
    },
  }
}

/** Validates the request, because it comes from another process, possibly of another version. */
function readRequest(passed: unknown, folder: string): StartRequest {
  const { args }: { args?: unknown } = Object(passed)
  const isList = Array.isArray(args) && args.every((arg) => typeof arg === 'string')
  return { args: isList ? args : [], folder }
}
