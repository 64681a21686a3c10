import { z } from 'zod'
import { ReceiverId } from '#shared/receivers/model.ts'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'
import { agentLevels } from './level.ts'

export const AgentLevel = z.enum(agentLevels)

/**
 * Fields that all tools return. Text written by other people is always under a key named `untrusted`. Ids, verdicts and warnings
 * come from Notehook.
 */
export const Envelope = z.object({
  /**
   * Result of the call.
   * - `done`: the call succeeded.
   * - `failed`: the call ran, but its result is negative, for example because a receiver did not respond with 2xx.
   * - `timed-out`: nothing matched in time. Call again with `after`.
   * - `running`: a job continues in the app.
   */
  outcome: z.enum(['done', 'failed', 'timed-out', 'running']),
  workspace: z.object({ id: z.string(), label: z.string(), isSandbox: z.boolean() }).nullable(),
  shown: z.number().int(),
  /** Total number of matching rows, or `null` if they could not be counted in time. */
  matching: z.number().int().nullable(),
  truncated: z.boolean(),
  /** Opaque cursor that is valid only for the same input. `null` if there are no more rows. */
  next: z.string().nullable(),
  warnings: z.array(z.string()),
  /** URL fragment of the page that shows this result in the app, such as `#/endpoints`. Meant for `notehook open`. */
  open: z.string().nullable(),
})
export type Envelope = z.infer<typeof Envelope>

/** The MCP annotations of a tool. All four are always set, because clients assume the worst if one is missing. */
export const ToolAnnotations = z.object({
  readOnlyHint: z.boolean(),
  destructiveHint: z.boolean(),
  idempotentHint: z.boolean(),
  openWorldHint: z.boolean(),
})
export type ToolAnnotations = z.infer<typeof ToolAnnotations>

/**
 * A column of the table that the command line prints. `key` is a dotted path in a row, or in the whole answer if it has no
 * `rows`.
 */
export const ToolColumn = z.object({ key: z.string(), title: z.string() })
export type ToolColumn = z.infer<typeof ToolColumn>

const JsonSchema = z.looseObject({ type: z.literal('object') })

export const ListedTool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  level: AgentLevel.exclude(['off']),
  inputSchema: JsonSchema,
  outputSchema: JsonSchema,
  annotations: ToolAnnotations,
  columns: z.array(ToolColumn),
})
export type ListedTool = z.infer<typeof ListedTool>

export const ReplacedTool = z.object({ name: z.string(), by: z.string() })
export type ReplacedTool = z.infer<typeof ReplacedTool>

export const AgentActivity = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Name that the calling program gives itself. */
  caller: z.string(),
  tool: z.string(),
  acts: z.boolean(),
  /** Arguments as JSON, without cursors. */
  input: z.string(),
  /** Number of equal calls in a row that only read, such as the waits of `notehook listen`. The other fields are of the last one. */
  times: z.number().int(),
  outcome: z.enum([...Envelope.shape.outcome.options, 'refused', 'canceled', 'error']),
  message: z.string().nullable(),
  ms: z.number(),
})
export type AgentActivity = z.infer<typeof AgentActivity>

export const AgentsStatus = z.object({
  level: AgentLevel,
  /** ISO time when the level `loopback` expires. `null` for the other levels. */
  until: z.string().nullable(),
  isChosen: z.boolean(),
  /** Whether titles, owners and text of notes may be read outside the sandbox. */
  content: z.boolean(),
  calls: z.array(AgentActivity.pick({ id: true, caller: true, tool: true, acts: true })),
})
export type AgentsStatus = z.infer<typeof AgentsStatus>

const pages = [
  ...['attention', 'coverage', 'endpoints', 'help', 'inspector', 'missed', 'notes', 'receivers', 'sandbox'],
  ...['settings', 'tunnel', 'workspaces'],
]
const Place = z
  .string()
  .max(512)
  .regex(
    new RegExp(`^#/(?:(?:${pages.join('|')})(?:[/?][\\w/?&=%.~-]*)?)?$`),
    `Not a page of Notehook. The pages are ${pages.join(', ')}.`,
  )
/** Name or id of an endpoint or receiver. */
export const NameOrId = z.string().min(1).max(200)
const Caller = z.object({ name: z.string().max(256) })

export const agents = {
  /**
   * Lists all tools, including those that the current level forbids, and returns the app's version. `replaced` lists
   * removed tools with the tools that took their places.
   */
  'agents.tools': procedure(
    NoInput,
    z.object({
      version: z.string(),
      tools: z.array(ListedTool),
      replaced: z.array(ReplacedTool),
    }),
  ),
  /**
   * Runs a tool. The output also has the fields of the tool's `outputSchema`. Ends within 50 s. Throws `not-allowed` if the level
   * forbids it, `invalid-input` for a wrong input, and `unknown-procedure` for an unknown tool. With `forwarding`, a receiver of
   * `agents.forward`, the level does not expire while such calls follow each other.
   */
  'agents.run': procedure(
    z.object({
      tool: z.string().max(64),
      input: z.looseObject({}).default({}),
      caller: Caller,
      forwarding: ReceiverId.optional(),
    }),
    z.looseObject(Envelope.shape),
  ),
  /**
   * Runs the tool `receivers_set` and remembers how it found the receiver, until `agents.end-forward`, or until no call with
   * `forwarding` follows. `after` is the position of the latest request before forwarding began.
   */
  'agents.forward': procedure(
    z.object({ url: z.string(), endpoint: NameOrId.optional(), caller: Caller }),
    z.looseObject({ ...Envelope.shape, after: z.string().nullable() }),
  ),
  /**
   * Leaves the receiver as `agents.forward` found it. If `agents.forward` added it, turns forwarding off, and removes the receiver
   * if it never got a request and no delivery waits for it. Works at every level. Throws `not-found` if forwarding has already
   * ended.
   */
  'agents.end-forward': procedure(
    z.object({ receiver: ReceiverId, caller: Caller }),
    z.object({
      removed: z.boolean(),
      /** Number of deliveries that wait for the receiver until they are sent by hand. */
      waiting: z.number().int(),
    }),
  ),
  /**
   * Returns environment variables for a program that receives the sandbox's deliveries. Without `endpoint`, uses the secret of
   * the sandbox's first endpoint. Throws `not-allowed` outside the sandbox. Never print a value that `isSecret`.
   */
  'agents.environment': procedure(
    z.object({ endpoint: NameOrId.optional(), caller: Caller }),
    z.array(z.object({ name: z.string(), value: z.string(), isSecret: z.boolean() })),
  ),
  /** Shows the app's window and, if given, a page, such as the `open` of an answer. */
  'agents.open': procedure(z.object({ place: Place.optional(), caller: Caller }), NoOutput),
  'agents.status': procedure(NoInput, AgentsStatus),
  /** Sets the level. `loopback` expires after an hour or when the app quits. */
  'agents.set-level': procedure(
    z.object({ level: AgentLevel.optional(), content: z.boolean().optional() }),
    AgentsStatus,
  ),
  'agents.activity': procedure(NoInput, z.array(AgentActivity)),
  /** Ends all calls and sets the level to `off`. */
  'agents.stop': procedure(NoInput, NoOutput),
}
