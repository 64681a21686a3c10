/**
 * The part of `AbortSignal` that this folder uses. The page and the host have larger declarations, which must not be used here.
 */
interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
