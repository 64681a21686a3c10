import { z } from 'zod'

/** Number of cases. Case numbers start at 1. */
export const caseCount = 31

/**
 * The importance of a case.
 * - `must`: failing it loses deliveries or accepts forged ones.
 * - `should`: passing it is recommended.
 * - `info`: informational only.
 */
export const CheckGrade = z.enum(['must', 'should', 'info'])
export type CheckGrade = z.infer<typeof CheckGrade>

/**
 * Result of a case.
 * - `warned`: it passed, but close to a limit.
 * - `unseen`: every response was right, but the effect could not be observed. The case counts as neither passed nor failed.
 * - `not-run`: the run ended before this case, or the case was not selected.
 */
export const CheckState = z.enum(['passed', 'warned', 'unseen', 'failed', 'not-run'])
export type CheckState = z.infer<typeof CheckState>

/** Whether the sandbox received the requests that a delivery should cause. With `none`, the case depends only on the response. */
export const CheckEffect = z.enum(['none', 'seen', 'not-seen'])
export type CheckEffect = z.infer<typeof CheckEffect>

export const CheckExpectation = z.enum(['2xx', 'not 2xx', 'no 3xx', 'no 5xx', 'no secret'])
export type CheckExpectation = z.infer<typeof CheckExpectation>

/** A request sent by a test case, with its response. Never contains a secret. */
export const CheckExchange = z.object({
  label: z.string(),
  expected: CheckExpectation,
  passed: z.boolean(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  bodyBase64: z.string(),
  bodyBytes: z.number().int(),
  /** `null` if there was no complete response. `problem` then contains the reason. */
  status: z.number().int().nullable(),
  ms: z.number(),
  problem: z.string().nullable(),
  failure: z.enum(['late', 'closed', 'malformed']).nullable().default(null),
  answer: z.string(),
})
export type CheckExchange = z.infer<typeof CheckExchange>

export const storedBodyBytes = 4096
export const storedAnswerCharacters = 1000

export const CheckResult = z.object({
  number: z.number().int().min(1).max(caseCount),
  state: CheckState,
  effect: CheckEffect,
  /** Findings as sentences: first what went wrong, then advice. Empty if the case passed without remarks. */
  found: z.array(z.string()),
  change: z.string().nullable(),
  /** Number of requests sent. `exchanges` contains only the relevant ones, failed ones first. */
  requests: z.number().int(),
  ms: z.number(),
  exchanges: z.array(CheckExchange),
})
export type CheckResult = z.infer<typeof CheckResult>

/**
 * The end of a run.
 * - `complete`: every selected case was run.
 * - `stopped`: the user stopped it.
 * - `out-of-time`: the run reached its time limit.
 * - `unreachable`: no request got a response.
 * - `silent`: the receiver stopped responding.
 */
export const CheckEnd = z.enum(['complete', 'stopped', 'out-of-time', 'unreachable', 'silent'])
export type CheckEnd = z.infer<typeof CheckEnd>

export const CheckReport = z.object({
  version: z.literal(1),
  /** The URL without its query string, which may contain a secret. */
  url: z.string(),
  /** A hash that is the same for runs that were signed with the same secret, and reveals nothing about the secret. */
  signer: z.string(),
  startedAt: z.string(),
  ms: z.number(),
  end: CheckEnd,
  why: z.string().nullable(),
  withApi: z.boolean(),
  results: z.array(CheckResult),
})
export type CheckReport = z.infer<typeof CheckReport>
