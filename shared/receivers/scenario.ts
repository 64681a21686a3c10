import { z } from 'zod'
import { Started } from '#shared/jobs/contract.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { BreakKind, ComposedHeaders, SignedBy } from './compose.ts'
import { longestBody } from './limits.ts'
import { ReceiverId, SendProblem } from './model.ts'

/** As many scenarios as a workspace can have, and steps as one can have. */
export const mostScenarios = 50
export const mostSteps = 50
/** The longest delay before a step, in milliseconds. */
export const longestDelayMs = 10 * 60_000

/**
 * One delivery of a scenario. In its body and its headers, `{{event:1}}` to `{{event:99}}` become event IDs that are new in each run,
 * the same number the same ID; `{{note}}` the note of the run; `{{now}}`, `{{now-90s}}` and `{{now+90s}}` ISO times.
 */
export const ScenarioStep = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.'),
  /** `after`: the previous step has its response; `with`: at the same time as it. */
  starts: z.enum(['after', 'with']),
  /** Milliseconds from then. */
  delayMs: z.number().int().min(0, 'Use 0 to 600 seconds.').max(longestDelayMs, 'Use 0 to 600 seconds.'),
  breakIt: BreakKind.nullable(),
  body: z.string().max(longestBody, 'The body is larger than 256 KB.'),
  headers: ComposedHeaders,
})
export type ScenarioStep = z.infer<typeof ScenarioStep>

/** Deliveries in their order. It has no secret: what they are signed with is chosen when it runs. */
export const Scenario = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.'),
  steps: z
    .array(ScenarioStep)
    .min(1, 'Add at least one step.')
    .max(mostSteps, `Use at most ${mostSteps} steps.`),
})
export type Scenario = z.infer<typeof Scenario>

export const StoredScenario = Scenario.extend({ id: z.number().int() })
export type StoredScenario = z.infer<typeof StoredScenario>

/** Where a step is. `skipped`: the run was stopped before it. */
export const StepState = z.object({
  state: z.enum(['waiting', 'running', 'done', 'skipped']),
  /** Of each request, in order: its send, as far as it was recorded. */
  sends: z.array(
    z.object({
      id: z.number().int(),
      status: z.number().int().nullable(),
      problem: z.object({ code: SendProblem, sentence: z.string() }).nullable(),
      totalMs: z.number(),
    }),
  ),
  /** Why it could not be sent. */
  failure: z.string().nullable(),
})
export type StepState = z.infer<typeof StepState>

/** A run of a scenario, in this run of the app, or the last one if the end of the app interrupted it. Its sends stay longer. */
export const ScenarioRun = z.object({
  jobId: z.string(),
  receiverId: ReceiverId,
  /** As it was when it started. */
  scenario: Scenario,
  /** ISO time. */
  startedAt: z.string(),
  isRunning: z.boolean(),
  /** The app ended meanwhile. */
  isInterrupted: z.boolean().optional(),
  /** One for each step. */
  steps: z.array(StepState),
})
export type ScenarioRun = z.infer<typeof ScenarioRun>

/** Scenarios of the open workspace. */
export const scenarios = {
  /** The user's own, by name. */
  'receivers.scenarios': procedure(NoInput, z.array(StoredScenario)),
  /** Adds one, or changes the one with this id. Values of headers that grant access are not stored. Returns all. */
  'receivers.save-scenario': procedure(
    Scenario.extend({ id: z.number().int().optional() }),
    z.array(StoredScenario),
  ),
  'receivers.remove-scenario': procedure(z.object({ id: z.number().int() }), NoOutput),
  /**
   * Starts a job that sends the steps. Refused as `receivers.send-composed`, before anything is sent. Call it directly, never through a
   * cache: the input may contain a secret.
   */
  'receivers.run-scenario': procedure(
    z.object({
      id: ReceiverId,
      scenario: Scenario,
      signedBy: SignedBy,
      /** What `{{note}}` becomes. */
      noteId: z.string().max(256).optional(),
    }),
    Started,
  ),
  /** The newest of this run of the app, newest first, then those that the end of the one before interrupted. */
  'receivers.scenario-runs': procedure(NoInput, z.array(ScenarioRun)),
}
