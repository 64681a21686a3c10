import type { App } from 'electron'

/** What a start of the app asks for. */
export interface StartRequest {
  /** The arguments after the program. */
  readonly args: readonly string[]
  /** The folder that relative paths are in. */
  readonly folder: string
}

/** This process's own start. */
export const thisStart = (): { args: readonly string[]; folder: string } => ({
  args: process.argv.slice(1),
  folder: process.cwd(),
})

/**
 * The first start, every later one, and files that macOS opens. They wait until the app can carry them out, because macOS sends the
 * file of the first start before the app is ready.
 */
export function createStarts(first: StartRequest) {
  let waiting: readonly StartRequest[] = [first]
  let take = (request: StartRequest) => {
    waiting = [...waiting, request]
  }
  return {
    /** Call before the app is ready. */
    listen(app: Pick<App, 'on'>) {
      // Chromium reorders `argv` and adds switches to it, so a second start passes its arguments itself.
      app.on('second-instance', (_event, _argv, folder, passed) => take(readRequest(passed, folder)))
      app.on('open-file', (event, path) => {
        event.preventDefault()
        take({ args: [path], folder: '/' })
      })
    },
    /** Carries out what has waited, and from then on what comes. */
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

/** It comes from another process, possibly of another version. */
function readRequest(passed: unknown, folder: string): StartRequest {
  const { args }: { args?: unknown } = Object(passed)
  const isList = Array.isArray(args) && args.every((arg) => typeof arg === 'string')
  return { args: isList ? args : [], folder }
}
