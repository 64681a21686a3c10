/** Subscribes to an event. Returns a function that ends the subscription. */
export type Event<Data> = (listener: (data: Data) => void) => () => void

export interface Emitter<Data> {
  readonly event: Event<Data>
  /** Calls every listener in the order they subscribed, then throws the first error. */
  fire(data: Data): void
}

/** Creates an event that other features can listen to. Modeled on VS Code's `Emitter`. */
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
