/**
 * What page and host both have, and what alone is used here of it. Their own declarations are larger, and stay out of this
 * folder with everything else that only one of them has.
 */
interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
