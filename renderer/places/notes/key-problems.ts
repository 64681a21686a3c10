import type { ErrorCode } from '#shared/errors.ts'

const keyProblems: ReadonlySet<ErrorCode> = new Set([
  'key-rejected',
  'key-missing',
  'keychain-locked',
  'not-connected',
])

/** Whether the error means that there is no working key. A banner above the page then explains the problem and its solution. */
export const isKeyProblem = (code: ErrorCode): boolean => keyProblems.has(code)
