import type { ErrorCode } from '#shared/errors.ts'

const keyProblems: ReadonlySet<ErrorCode> = new Set([
  'key-rejected',
  'key-missing',
  'keychain-locked',
  'not-connected',
])

/** There is no working key: a banner above the page says so, and what to do. */
export const isKeyProblem = (code: ErrorCode): boolean => keyProblems.has(code)
