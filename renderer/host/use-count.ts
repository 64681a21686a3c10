import { useEffect, useState } from 'react'
import type { Client } from '#shared/rpc/client.ts'
import { useApi } from './client.ts'

export type Count<Counted> =
  | { readonly state: 'counting'; readonly soFar: number }
  | { readonly state: 'counted'; readonly counted: Counted }
  | { readonly state: 'failed'; readonly error: unknown }

/** Runs a count that takes several calls. New options start a new count. With `null`, nothing is counted. */
export function useCount<Options, Counted>(
  options: Options | null,
  /** Reports the sum after each step. Resolves to `null` if aborted. Must be the same function in every render. */
  run: (
    api: Client,
    options: Options,
    signal: AbortSignal,
    onStep: (soFar: number) => void,
  ) => Promise<Counted | null>,
): Count<Counted> {
  const api = useApi()
  const [count, setCount] = useState<Count<Counted>>({ state: 'counting', soFar: 0 })
  useEffect(() => {
    if (options === null) return
    const abort = new AbortController()
    const setState = (next: Count<Counted>) => {
      if (!abort.signal.aborted) setCount(next)
    }
    setState({ state: 'counting', soFar: 0 })
    run(api, options, abort.signal, (soFar) => setState({ state: 'counting', soFar })).then(
      (counted) => counted && setState({ state: 'counted', counted }),
      (error: unknown) => setState({ state: 'failed', error }),
    )
    return () => abort.abort()
  }, [api, options, run])
  return count
}
