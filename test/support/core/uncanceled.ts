import type { Call } from '#shared/rpc/contract.ts'

/** The context of a call that is never canceled, for tests that call a handler directly. */
export const uncanceled: Call = { signal: new AbortController().signal }
