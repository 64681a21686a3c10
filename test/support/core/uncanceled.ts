import type { Call } from '#shared/rpc/contract.ts'

/** For a test that is itself the caller of a handler, and never cancels. */
export const uncanceled: Call = { signal: new AbortController().signal }
