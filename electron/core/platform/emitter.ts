/** Calls back whenever something happens. Returns the end of the subscription. */
export type Event<Data> = (listener: (data: Data) => void) => () => void

export interface Emitter<Data> {
  readonly event: Event<Data>
  /** Calls every listener, in the order in which they subscribed. Throws the first error, after all of them ran. */
  fire(data: Data): void
}

/** How a feature speaks to those that are built on it, after VS Code's `Emitter`. */
export function createEmitter<Data>(): Emitter<Data> {
  const listeners = new Set<(data: Data) => void>()
  return {
    event(listener) {
      const own = (data: Data) => listener(data)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    fire(data) {
      let failed: { readonly error: unknown } | null = null
      for (const listener of listeners) {
        try {
          listener(data)
        } catch (error) {
          failed ??= { error }
        }
      }
      if (failed) throw failed.error
    },
  }
}
