export type Event<Data> = (listener: (data: Data) => void) => () => void

export interface Emitter<Data> {
  readonly event: Event<Data>
  /** Calls all listeners in the order they subscribed, then throws the first error. */
  fire(data: Data): void
}

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
