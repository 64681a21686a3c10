import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { longestDelayMs, type ScenarioStep } from '#shared/receivers/scenario.ts'
import { Button } from '#ui/controls/button.tsx'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { readBody, withField } from '../compose/body-text.ts'
import css from '../compose/compose.module.css'
import type { Draft } from '../compose/draft.ts'
import { saving as copy, scenarios } from './copy.ts'
import { saveScenario, scenarioList } from './queries.ts'

/** Saves what is composed as the last step of a scenario. */
export function SaveStep({ draft, isPossible }: { readonly draft: Draft; readonly isPossible: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" isDisabled={!isPossible} onPress={() => setOpen(true)}>
        {copy.action}
      </Button>
      {isOpen ? <SaveStepDialog draft={draft} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function SaveStepDialog({ draft, onClose }: { readonly draft: Draft; readonly onClose: () => void }) {
  const form = useId()
  const api = useApi()
  const { data: own = [] } = useQuery(scenarioList(api))
  const save = useMutation(saveScenario(api, useQueryClient()))
  const [to, setTo] = useState<string>('new')
  const [name, setName] = useState('')
  const [stepName, setStepName] = useState(() => firstName(draft))
  const [seconds, setSeconds] = useState(0)
  const scenario = own.find(({ id }) => String(id) === to)
  const cannot = stepName.trim() === '' || (scenario === undefined && name.trim() === '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cannot || save.isPending) return
    const before = scenario?.steps ?? []
    const step = stepOf(draft, { name: stepName.trim(), delayMs: Math.round(seconds * 1000), before })
    const changed = scenario
      ? { ...scenario, steps: [...before, step] }
      : { name: name.trim(), steps: [step] }
    save.mutateAsync(changed).then(
      () => {
        toast({ title: scenarios.saved })
        onClose()
      },
      () => {},
    )
  }
  return (
    <Dialog
      title={copy.title}
      isOpen
      onClose={onClose}
      size="small"
      footer={
        <>
          <Button onPress={onClose}>{copy.cancel}</Button>
          <Button variant="primary" type="submit" form={form} isDisabled={cannot} pending={save.isPending}>
            {copy.save}
          </Button>
        </>
      }
    >
      <form id={form} className={css.form} onSubmit={submit} noValidate>
        {save.error ? <ErrorBanner error={save.error} /> : null}
        <Select
          label={copy.to}
          options={[
            { value: 'new', label: copy.new },
            ...own.map(({ id, name }) => ({ value: String(id), label: visibleText(name) })),
          ]}
          value={to}
          onChange={setTo}
        />
        {scenario ? null : (
          <TextField label={copy.name} value={name} onChange={setName} maxLength={80} autoComplete="off" />
        )}
        <TextField
          label={copy.step}
          value={stepName}
          onChange={setStepName}
          maxLength={80}
          autoComplete="off"
        />
        <NumberField
          label={copy.delay}
          value={seconds}
          onChange={setSeconds}
          minValue={0}
          maxValue={longestDelayMs / 1000}
        />
        <p className={css.quiet}>{copy.text}</p>
      </form>
    </Dialog>
  )
}

function firstName({ body }: Draft): string {
  const reading = readBody(body ?? '')
  return reading.state === 'object' ? (reading.fields.event_type ?? '').slice(0, 80) : ''
}

/** Its event ID is new in each run, and its time is that of the run. */
function stepOf(
  { body, headers, breakIt }: Draft,
  {
    name,
    delayMs,
    before,
  }: { readonly name: string; readonly delayMs: number; readonly before: readonly ScenarioStep[] },
): ScenarioStep {
  const number = Math.min(
    99,
    1 +
      Math.max(
        0,
        ...before.flatMap((step) =>
          [...step.body.matchAll(/\{\{event:(\d+)\}\}/g)].map(([, one]) => Number(one)),
        ),
      ),
  )
  const placeholder = `{{event:${number}}}`
  const reading = readBody(body ?? '')
  const id = reading.state === 'object' ? reading.fields.event_id : null
  const hasTime = reading.state === 'object' && reading.fields.occurred_at !== null
  const withId = id === null ? (body ?? '') : withField(body ?? '', 'event_id', placeholder)
  return {
    name,
    starts: 'after',
    delayMs,
    breakIt,
    body: hasTime ? withField(withId, 'occurred_at', '{{now}}') : withId,
    headers: headers.map((line): [string, string] => [
      line.name.trim(),
      line.value === id ? placeholder : line.value,
    ]),
  }
}
