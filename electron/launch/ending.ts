type Stop = () => unknown

/** How a launch ends: everything it opened is closed, last opened first, within 2 s of Ctrl-C and however slow one of them is. */
export interface Ending {
  /** Adds what has to be closed; returns how to take it off the list again. */
  add(stop: Stop): () => void
  readonly begun: boolean
  end(exitCode: number): Promise<never>
}

const patienceMs = 1500

export function createEnding(): Ending {
  const stops = new Set<Stop>()
  let begun = false

  const ending: Ending = {
    add(stop) {
      stops.add(stop)
      return () => stops.delete(stop)
    },
    get begun() {
      return begun
    },
    async end(exitCode) {
      begun = true
      await Promise.race([closeAll(), new Promise((resolve) => setTimeout(resolve, patienceMs))])
      leave(exitCode)
    },
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // Asked twice: somebody is in a hurry. The terminal and npm both pass a Ctrl-C on, so the first second counts once.
    let askedAt = 0
    process.on(signal, () => {
      if (askedAt > 0 && performance.now() - askedAt > 1000) leave(1)
      if (askedAt > 0) return
      askedAt = performance.now()
      void ending.end(0)
    })
  }
  if (process.env.npm_lifecycle_event !== undefined) endWithParent(ending)
  return ending

  async function closeAll(): Promise<void> {
    for (const stop of [...stops].reverse()) {
      try {
        await stop()
      } catch (error) {
        console.error(error)
      }
    }
  }
}

/**
 * Ends at once. Node waits for its threads, and a keychain that does not answer holds one for minutes; a program put in our
 * place (`execve`, not on Windows) waits for nobody.
 */
function leave(exitCode: number): never {
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${exitCode}`], {})
  process.exit(exitCode)
}

/** Ending npm ends the shell that it started us with, which does not pass that on. */
function endWithParent(ending: Ending): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void ending.end(0)
  }, 500).unref()
}
