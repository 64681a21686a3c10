import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type AppError, asAppError } from '#shared/errors.ts'
import { expectationOf, judge } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import type { Scenario, ScenarioRun, ScenarioStep, StoredScenario } from '#shared/receivers/scenario.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useFailureWhenGone } from '#ui/feedback/use-failure-when-gone.ts'
import { useKeptChoice } from '#ui/hooks/use-kept-choice.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { keys } from '../../../host/query-keys.ts'
import css from '../compose/compose.module.css'
import { ReceiverSelect } from '../compose/receiver-select.tsx'
import { AddressNotice } from '../form/address-notice.tsx'
import { receiverList, touchReceiver } from '../queries.ts'
import { lastReceiver } from '../receiver-state.ts'
import { replay } from '../replay/copy.ts'
import { useSigning } from '../signing/use-signing.tsx'
import { scenarios as copy, failures, supplied } from './copy.ts'
import { ImportScenario } from './import-scenario.tsx'
import { saveScenario, scenarioList, scenarioRuns, stopScenario } from './queries.ts'
import { ScenarioMenu } from './scenario-menu.tsx'
import { ScenarioSteps } from './scenario-steps.tsx'
import own from './scenarios.module.css'
import { suppliedScenarios } from './supplied.ts'

export interface ScenariosSheetProps {
  /** Chosen at first, instead of the receiver used last. */
  readonly receiverId?: string | undefined
  readonly onClose: () => void
}

/** Scenarios, and their runs while they run. A run continues when this is closed. */
export default function ScenariosSheet({ receiverId, onClose }: ScenariosSheetProps) {
  const list = useQuery(receiverList(useApi()))
  if (list.data && list.data.length > 0)
    return <Runner receivers={list.data} receiverId={receiverId} onClose={onClose} />
  return (
    <Dialog title={copy.title} isOpen onClose={onClose} place="side" size="large">
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : list.data ? (
        <Banner title={replay.noReceiver}>{replay.noReceiverText}</Banner>
      ) : (
        <Skeleton label={copy.loading} lines={8} />
      )}
    </Dialog>
  )
}

function Runner({
  receivers,
  receiverId,
  onClose,
}: ScenariosSheetProps & { readonly receivers: readonly Receiver[] }) {
  const api = useApi()
  const cache = useQueryClient()
  const saved = useQuery(scenarioList(api))
  const { data: runs = [], isPending } = useQuery(scenarioRuns(api))
  const running = runs.find(({ isRunning }) => isRunning)
  const interrupted = runs.find(({ isInterrupted }) => isInterrupted)
  const usual = lastReceiver(receivers) ?? (receivers[0] as Receiver)
  const choice = useKeptChoice(receivers, {
    wanted: receiverId ?? (running ?? interrupted)?.receiverId,
    usual,
    nameOf: ({ name }) => name,
    isSettled: !isPending,
  })
  const receiver = choice.current ?? usual
  const [key, setKey] = useState<string | null>(null)
  const all = [...(saved.data ?? []).map(ownOne), ...suppliedScenarios.map(suppliedOne)]
  const { scenario, ownId, ...shown } =
    all.find((one) =>
      key === null ? one.scenario.name === (running ?? interrupted)?.scenario.name : one.key === key,
    ) ?? suppliedOne(suppliedScenarios[0] as Scenario)
  const show = (name: string) => setKey(`own ${name}`)
  const [noteId, setNoteId] = useState('')
  const [isImporting, setImporting] = useState(false)
  const signing = useSigning(receiver, { onClose })
  const start = useStart(receiver)
  const stop = useMutation(stopScenario(api))
  const save = useMutation(saveScenario(api, cache))
  const run = runs.find((one) => isOf(one, scenario))
  const isFixed = ownId === null || scenario.steps.length === 1 || run?.isRunning === true
  const change = (steps: readonly ScenarioStep[]) =>
    save.mutate({ ...scenario, id: ownId ?? undefined, steps: [...steps] })
  const [movedTo, setMovedTo] = useState('')
  const isPublic = receiver.address.kind === 'public'
  const begin = () =>
    void start.submit({
      scenario: { name: scenario.name, steps: scenario.steps },
      signedBy: signing.signedBy,
      ...(noteId.trim() === '' ? {} : { noteId: noteId.trim() }),
    })
  return (
    <>
      <Dialog
        title={copy.title}
        isOpen
        onClose={signing.close}
        place="side"
        size="large"
        isFramed={isPublic}
        footer={
          <>
            <span className={css.marked} role="status">
              {run && !run.isInterrupted ? progressOf(run) : ''}
            </span>
            <Button onPress={signing.close}>{copy.close}</Button>
            {running ? (
              <Button pending={stop.isPending} onPress={() => stop.mutate(running.jobId)}>
                {copy.stop}
              </Button>
            ) : (
              <Button
                variant={isPublic ? 'danger' : 'primary'}
                pending={start.isPending}
                isDisabled={
                  choice.gone !== null || signing.isMissing || receiver.address.approval === 'needed'
                }
                onPress={begin}
              >
                {copy.run}
              </Button>
            )}
          </>
        }
      >
        <div className={css.form}>
          {start.failure ? <ErrorBanner error={start.failure} /> : null}
          {stop.error ? <ErrorBanner error={stop.error} /> : null}
          {save.error ? <ErrorBanner error={save.error} /> : null}
          {saved.error ? <ErrorBanner error={saved.error} onRetry={() => void saved.refetch()} /> : null}
          <AddressNotice receiver={receiver} />
          {run?.isInterrupted ? (
            <Banner tone="warn" title={copy.interrupted}>
              {copy.interruptedText(
                run.steps.filter(({ sends }) => sends.length > 0).length,
                run.steps.length,
              )}{' '}
              <TimeText iso={run.startedAt} />.
            </Banner>
          ) : null}
          <div className={css.pair}>
            <ReceiverSelect
              receivers={receivers}
              value={receiver.id}
              gone={choice.gone}
              onChange={choice.choose}
            />
            {signing.field}
          </div>
          <div className={css.pair}>
            <div className={own.pick}>
              <Select
                label={copy.scenario}
                className={own.grow}
                options={all.map((one) => ({
                  value: one.key,
                  label: visibleText(one.scenario.name),
                  description: one.ownId === null ? copy.supplied : copy.own,
                }))}
                value={shown.key}
                onChange={setKey}
              />
              <ScenarioMenu
                scenario={scenario}
                id={ownId}
                onChosen={show}
                onImport={() => setImporting(true)}
              />
            </div>
            <TextField
              label={copy.note}
              mono
              value={noteId}
              onChange={setNoteId}
              maxLength={256}
              description={copy.noteText}
              autoComplete="off"
            />
          </div>
          <p className={css.quiet}>{ownId === null ? supplied.about.get(scenario.name) : copy.ownText}</p>
          <LiveStatus>{movedTo}</LiveStatus>
          <ScenarioSteps
            scenario={scenario}
            states={run?.steps ?? []}
            onMove={
              isFixed
                ? null
                : (from, to) => {
                    if (save.isPending) return false
                    change(moved(scenario.steps, from, to))
                    setMovedTo(
                      copy.moved(
                        visibleText(scenario.steps[from]?.name ?? ''),
                        to + 1,
                        scenario.steps.length,
                      ),
                    )
                    return true
                  }
            }
            onRemove={isFixed ? null : (at) => change(scenario.steps.filter((_, place) => place !== at))}
          />
        </div>
      </Dialog>
      {isImporting ? (
        <ImportScenario
          onClose={() => setImporting(false)}
          onSaved={(added) => {
            show(added.name)
            setImporting(false)
          }}
        />
      ) : null}
      {signing.dialog}
    </>
  )
}

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}

interface Listed {
  readonly key: string
  readonly scenario: Scenario
  /** `null`: it is supplied. */
  readonly ownId: number | null
}

const ownOne = ({ id, name, steps }: StoredScenario): Listed => ({
  key: `own ${name}`,
  scenario: { name, steps },
  ownId: id,
})

const suppliedOne = (scenario: Scenario): Listed => ({
  key: `supplied ${scenario.name}`,
  scenario,
  ownId: null,
})

/** Its results are by place, so they say nothing of steps in another order. */
const isOf = ({ scenario }: ScenarioRun, { name, steps }: Scenario) =>
  scenario.name === name &&
  scenario.steps.length === steps.length &&
  scenario.steps.every(({ name, body }, at) => name === steps[at]?.name && body === steps[at]?.body)

function progressOf({ isRunning, scenario, steps }: ScenarioRun): string {
  const done = steps.filter(({ state }) => state === 'done').length
  if (isRunning) return copy.progress(done, steps.length)
  const right = steps.filter(({ sends, failure }, at) => {
    const expected = expectationOf(scenario.steps[at]?.breakIt ?? null)
    return failure === null && sends.length > 0 && sends.every((send) => judge(expected, send) === 'right')
  })
  return copy.ended(right.length, steps.length)
}

/** Calls the host directly: the input may hold a secret, and a cache would keep it. */
function useStart(receiver: Receiver) {
  const api = useApi()
  const cache = useQueryClient()
  const reportedElsewhere = useFailureWhenGone(failures.run)
  const [failure, setFailure] = useState<AppError | null>(null)
  const [isPending, setPending] = useState(false)
  const isBusy = useRef(false)
  const submit = async (input: Omit<InputOf<'receivers.run-scenario'>, 'id'>) => {
    if (isBusy.current) return
    isBusy.current = true
    setPending(true)
    setFailure(null)
    try {
      await api.call('receivers.run-scenario', { id: receiver.id, ...input })
      touchReceiver(cache, receiver.id)
      await cache.invalidateQueries({ queryKey: keys.receivers.scenarioRuns })
    } catch (thrown) {
      if (!reportedElsewhere(thrown)) setFailure(asAppError(thrown))
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }
  return { failure, isPending, submit }
}
