import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#core/database/sql.ts'
import { grantsAccess } from '#core/deliveries/index.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Jobs } from '#core/platform/jobs.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { Redactor } from '#core/platform/redact.ts'
import { openWorkspaceId, type Session } from '#core/workspaces/index.ts'
import { AppError } from '#shared/errors.ts'
import {
  mostScenarios,
  type Scenario,
  type ScenarioRun,
  type ScenarioStep,
  type StepState,
} from '#shared/receivers/scenario.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { Composing } from '../compose/composing.ts'
import type { ReceiverStore, StoredReceiver } from '../receiver-store.ts'
import { thrown } from '../send/failure.ts'
import type { Sender } from '../send/send.ts'
import { createFillIn, filledIn } from './fill-in.ts'
import { runSteps } from './run-steps.ts'
import { createScenarioStore } from './scenario-store.ts'

type Names =
  | 'receivers.scenarios'
  | 'receivers.save-scenario'
  | 'receivers.remove-scenario'
  | 'receivers.run-scenario'
  | 'receivers.scenario-runs'

export interface ScenariosOptions {
  readonly sql: Sql
  readonly composing: Composing
  readonly store: Pick<ReceiverStore, 'get' | 'used'>
  /** Of the open workspace. Throws `AppError` `not-found`. */
  readonly mine: (id: string) => StoredReceiver
  readonly sender: Sender
  readonly jobs: Pick<Jobs, 'run'>
  readonly session: Pick<Session, 'workspace'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly redactor: Pick<Redactor, 'redact'>
  readonly clock: Clock
}

const mostRuns = 20
/** What `{{note}}` becomes without a note of the user's. */
const sampleNote = 'not_1d3tmYTlCICgjy'

/** The user's own scenarios, and runs of any, each a job. */
export function createScenarios(options: ScenariosOptions): {
  readonly handlers: Pick<Handlers, Names>
  forgetWorkspace(id: string): void
} {
  const { composing, store, mine, sender, jobs, session, hub, redactor, clock } = options
  const rows = createScenarioStore(options.sql)
  const wait =
    clock.wait ??
    ((ms: number, signal: AbortSignal) =>
      sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted()))
  /** By workspace, newest first. */
  const runs = new Map<string, readonly ScenarioRun[]>()

  const update = (workspace: string, run: ScenarioRun) => {
    const others = (runs.get(workspace) ?? []).filter(({ jobId }) => jobId !== run.jobId)
    runs.set(workspace, [run, ...others].slice(0, mostRuns))
  }

  /** Headers that grant access, and what looks like a secret, are never stored. */
  const withoutSecrets = ({ name, steps }: Scenario): Scenario => ({
    name,
    steps: steps.map((step) => ({
      ...step,
      body: redactor.redact(step.body),
      headers: step.headers
        .filter(([header]) => !grantsAccess(header))
        .map(([header, value]): [string, string] => [header, redactor.redact(value)]),
    })),
  })

  return {
    forgetWorkspace(id) {
      runs.delete(id)
      rows.dropOfWorkspace(id)
    },
    handlers: {
      'receivers.scenarios': () => {
        const workspace = session.workspace()
        return workspace ? rows.list(workspace.id) : []
      },
      'receivers.save-scenario': ({ id, ...typed }) => {
        const workspace = openWorkspaceId(session)
        const scenario = withoutSecrets(typed)
        const known = rows.list(workspace)
        if (id !== undefined && !known.some((one) => one.id === id)) {
          throw new AppError('not-found', 'This scenario was deleted.')
        }
        if (id === undefined && known.length >= mostScenarios)
          throw refused(`You already have ${mostScenarios} scenarios. Delete one first.`)
        const isStored =
          id === undefined ? rows.add(workspace, scenario) : rows.change(workspace, { id, ...scenario })
        if (!isStored) throw refused('A scenario with this name exists. Enter another name.')
        hub.publish('receivers.changed', {})
        return rows.list(workspace)
      },
      'receivers.remove-scenario': ({ id }) => {
        rows.remove(openWorkspaceId(session), id)
        hub.publish('receivers.changed', {})
        return null
      },
      async 'receivers.run-scenario'({ id, scenario, signedBy, noteId = sampleNote }, { signal }) {
        const workspace = openWorkspaceId(session)
        const receiver = mine(id)
        const key = await composing.keyOf(receiver, signedBy)
        const obstacle = await sender.obstacle(receiver, signal)
        if (obstacle) throw thrown(obstacle)
        mine(id)
        const { steps } = scenario
        const started = jobs.run('scenario', steps.length, async (run) => {
          const shown: ScenarioRun = {
            jobId: run.id,
            receiverId: id,
            scenario: withoutSecrets(scenario),
            startedAt: clock.now().toISOString(),
            isRunning: true,
            steps: [],
          }
          const fill = createFillIn({ noteId, now: () => clock.now() })
          const send = async (
            step: ScenarioStep,
            ended: (send: StepState['sends'][number]) => void,
          ): Promise<void> => {
            // As it is set now: the user may have changed it meanwhile.
            const receiver = store.get(id)
            if (!receiver) throw new AppError('not-found', 'The receiver was removed.')
            const { delivery: composed, times } = composing.sign(filledIn(step, fill), key, step.breakIt)
            for (let at = 0; at < times; at += 1) {
              const { send } = await sender.send(
                receiver,
                { mode: 'edited', deliveryId: null, composed, cause: 'user', jobId: run.id },
                { signal: run.signal },
              )
              if (send.problem?.code === 'stopped') return
              ended({
                id: send.id,
                status: send.status,
                problem: send.problem,
                totalMs: send.phases.totalMs,
              })
            }
          }
          let latest: readonly StepState[] = []
          try {
            await runSteps({
              steps,
              signal: run.signal,
              wait,
              send,
              onChange(next) {
                latest = next
                rows.saveRun({ ...shown, steps: [...next] })
                update(workspace, { ...shown, steps: [...next] })
                run.progress(next.filter(({ state }) => state === 'done').length)
              },
            })
          } finally {
            if (!run.isQuitting()) rows.dropRun(id)
            update(workspace, { ...shown, isRunning: false, steps: [...latest] })
          }
          return { sent: latest.filter(({ sends }) => sends.length > 0).length }
        })
        store.used(id, clock.now().toISOString())
        return started
      },
      'receivers.scenario-runs': () => {
        const workspace = openWorkspaceId(session)
        const ofThisRun = runs.get(workspace) ?? []
        const interrupted = rows
          .runs(workspace)
          .filter(({ jobId }) => !ofThisRun.some((one) => one.jobId === jobId))
          .map((one) => ({ ...one, isRunning: false, isInterrupted: true }))
        return [...ofThisRun, ...interrupted]
      },
    },
  }
}

const refused = (sentence: string) => new AppError('invalid-input', sentence, { fields: { name: sentence } })
