type Stop = () => unknown

/** Stops everything that the launcher started, in reverse order. Takes at most 2 s after Ctrl-C, even if something is slow. */
export type Shutdown = ReturnType<typeof createShutdown>

const timeoutMs = 1500

export function createShutdown() {
  const stops = new Set<Stop>()
  let started = false

  const shutdown = {
    add(stop: Stop): () => void {
      stops.add(stop)
      return () => stops.delete(stop)
    },
    get started() {
      return started
    },
    async start(exitCode: number): Promise<never> {
      started = true
      await Promise.race([stopAll(), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
      exitNow(exitCode)
    },
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // A repeated signal exits at once. Signals within the first second don't count as repeated, because the terminal and npm both
    // forward Ctrl-C.
    let receivedAt = 0
    process.on(signal, () => {
      if (receivedAt > 0 && performance.now() - receivedAt > 1000) exitNow(1)
      if (receivedAt > 0) return
      receivedAt = performance.now()
      void shutdown.start(0)
    })
  }
  if (process.env.npm_lifecycle_event !== undefined) startWhenParentEnds(shutdown)
  return shutdown

  async function stopAll(): Promise<void> {
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
 * Exits without waiting for Node's threads, because an unresponsive keychain may block one of them for minutes. `process.exit`
 * would wait for them. `execve`, which replaces the process, would not, but is not available on Windows.
 */
function exitNow(exitCode: number): never {
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${exitCode}`], {})
  process.exit(exitCode)
}

/**
 * Shuts down when the parent process ends. npm starts the launcher through a shell, which ends together with npm but does not
 * forward the signal.
 */
function startWhenParentEnds(shutdown: Shutdown): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void shutdown.start(0)
  }, 500).unref()
}
