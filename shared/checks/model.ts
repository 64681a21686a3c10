import { z } from 'zod'

/** Number of cases. Case numbers start at 1. */
export const caseCount = 31

/** Importance of a case. `must`: failing it loses deliveries or accepts forged ones. `should`: recommended. `info`: informational. */
export const CheckGrade = z.enum(['must', 'should', 'info'])
export type CheckGrade = z.infer<typeof CheckGrade>

/**
 * Result of a case. `warned`: it passed, but close to a limit. `unseen`: every response was right, but the receiver's effect could not be
 * observed, so the case counts as neither passed nor failed. `not-run`: the run ended earlier, or the case was not selected.
 */
export const CheckState = z.enum(['passed', 'warned', 'unseen', 'failed', 'not-run'])
export type CheckState = z.infer<typeof CheckState>

/** Whether the receiver's effect was observed, by its requests to the sandbox. `none`: the case only depends on the response. */
export const CheckEffect = z.enum(['none', 'seen', 'not-seen'])
export type CheckEffect = z.infer<typeof CheckEffect>

/** Expected response. */
export const CheckExpectation = z.enum(['2xx', 'not 2xx', 'no 3xx', 'no 5xx', 'no secret'])
export type CheckExpectation = z.infer<typeof CheckExpectation>

/** A request of a case and its response. Never contains a secret. */
export const CheckExchange = z.object({
  /** Variant of the case. */
  label: z.string(),
  expected: CheckExpectation,
  passed: z.boolean(),
  /** Headers of the delivery, without the receiver's own headers. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** The whole body, or its beginning if it is longer than `storedBodyBytes`. */
  bodyBase64: z.string(),
  bodyBytes: z.number().int(),
  /** `null`: there was no complete response; `problem` has the reason. */
  status: z.number().int().nullable(),
  ms: z.number(),
  problem: z.string().nullable(),
  /** Reason for a missing or incomplete response. */
  failure: z.enum(['late', 'closed', 'malformed']).nullable().default(null),
  /** Beginning of the response body, as text. */
  answer: z.string(),
})
export type CheckExchange = z.infer<typeof CheckExchange>

export const storedBodyBytes = 4096
export const storedAnswerCharacters = 1000

export const CheckResult = z.object({
  number: z.number().int().min(1).max(caseCount),
  state: CheckState,
  effect: CheckEffect,
  /** Findings as sentences: faults, then advice. Empty if the case passed without remarks. */
  found: z.array(z.string()),
  /** Advice for the user. `null`: none. */
  change: z.string().nullable(),
  /** Number of requests. `exchanges` only has the relevant ones, failed ones first. */
  requests: z.number().int(),
  ms: z.number(),
  exchanges: z.array(CheckExchange),
})
export type CheckResult = z.infer<typeof CheckResult>

/**
 * End of a run. `complete`: each selected case has run. `stopped`: by the user. `out-of-time`: the run reached its limit. `unreachable`: no
 * request was ever answered. `silent`: the receiver stopped responding.
 */
export const CheckEnd = z.enum(['complete', 'stopped', 'out-of-time', 'unreachable', 'silent'])
export type CheckEnd = z.infer<typeof CheckEnd>

export const CheckReport = z.object({
  version: z.literal(1),
  /** Without its query, which may contain a secret. */
  url: z.string(),
  /** Equal for runs that were signed with the same secret. Reveals nothing about the secret. */
  signer: z.string(),
  /** ISO time. */
  startedAt: z.string(),
  ms: z.number(),
  end: CheckEnd,
  /** Reason for an early end. */
  why: z.string().nullable(),
  /** Whether the sandbox was the receiver's API, so that effects could be observed. */
  withApi: z.boolean(),
  /** Results of the selected cases, by number. */
  results: z.array(CheckResult),
})
export type CheckReport = z.infer<typeof CheckReport>
