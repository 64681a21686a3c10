import { z } from 'zod'

/** How many cases there are; they are numbered from 1. */
export const caseCount = 31

/** `must`: deliveries are lost or forged ones accepted without it. `should`: better so. `info`: good to know. */
export const CheckGrade = z.enum(['must', 'should', 'info'])
export type CheckGrade = z.infer<typeof CheckGrade>

/**
 * `warned`: it passed, but close to a limit. `unseen`: every answer was right, but what the receiver did was out of sight, so that it
 * counts as neither passed nor failed. `not-run`: the run ended before, or the case was not selected.
 */
export const CheckState = z.enum(['passed', 'warned', 'unseen', 'failed', 'not-run'])
export type CheckState = z.infer<typeof CheckState>

/**
 * Whether it was seen what the receiver did with a delivery, by what it fetched from the sandbox. `none`: the case is judged by the
 * answer alone.
 */
export const CheckEffect = z.enum(['none', 'seen', 'not-seen'])
export type CheckEffect = z.infer<typeof CheckEffect>

/** What an answer has to be. */
export const CheckExpectation = z.enum(['2xx', 'not 2xx', 'no 3xx', 'no 5xx', 'no secret'])
export type CheckExpectation = z.infer<typeof CheckExpectation>

/** One request of a case, and what was answered. Never carries a secret. */
export const CheckExchange = z.object({
  /** Which variant of the case it is. */
  label: z.string(),
  expected: CheckExpectation,
  passed: z.boolean(),
  /** Those of the delivery; the headers that the receiver needs besides are left out. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** The whole body, or its beginning if it is longer than `storedBodyBytes`. */
  bodyBase64: z.string(),
  bodyBytes: z.number().int(),
  /** `null`: there was no complete answer; `problem` says why. */
  status: z.number().int().nullable(),
  ms: z.number(),
  problem: z.string().nullable(),
  /** Why there is no complete answer. */
  failure: z.enum(['late', 'closed', 'malformed']).nullable().default(null),
  /** The beginning of the answer's body, as text. */
  answer: z.string(),
})
export type CheckExchange = z.infer<typeof CheckExchange>

export const storedBodyBytes = 4096
export const storedAnswerCharacters = 1000

export const CheckResult = z.object({
  number: z.number().int().min(1).max(caseCount),
  state: CheckState,
  effect: CheckEffect,
  /** What was found, as sentences: faults, then advice. Empty for a case that simply passed. */
  found: z.array(z.string()),
  /** What to change; `null` if nothing. */
  change: z.string().nullable(),
  /** How many requests were made; `exchanges` has those that tell something, failed ones first. */
  requests: z.number().int(),
  ms: z.number(),
  exchanges: z.array(CheckExchange),
})
export type CheckResult = z.infer<typeof CheckResult>

/**
 * `complete`: each selected case has run. `stopped`: by the user. `out-of-time`: the run reached its limit. `unreachable`: nothing was
 * ever answered there. `silent`: the receiver stopped answering.
 */
export const CheckEnd = z.enum(['complete', 'stopped', 'out-of-time', 'unreachable', 'silent'])
export type CheckEnd = z.infer<typeof CheckEnd>

export const CheckReport = z.object({
  version: z.literal(1),
  /** Without its query, which may carry a secret. */
  url: z.string(),
  /** The same for runs that were signed with the same secret. Nothing of the secret can be learned from it. */
  signer: z.string(),
  /** ISO time. */
  startedAt: z.string(),
  ms: z.number(),
  end: CheckEnd,
  /** Why it ended early. */
  why: z.string().nullable(),
  /** The sandbox was the receiver's API, so that effects could be seen. */
  withApi: z.boolean(),
  /** Of the selected cases, by number. */
  results: z.array(CheckResult),
})
export type CheckReport = z.infer<typeof CheckReport>
