import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { outcomeMeanings } from '#shared/deliveries/responses/outcome.ts'
import type { ResponseRule } from '#shared/deliveries/responses/simulated-response.ts'
import { Button } from '#ui/controls/button.tsx'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useStickySelection } from '#ui/hooks/use-sticky-selection.ts'
import stackCss from '#ui/layout/stack.module.css'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { useEndpointNames } from '../../endpoints/endpoint-names.ts'
import { events } from '../copy.ts'
import { EventsField } from '../events-field.tsx'
import { dialog as copy, fields, presetNames } from './copy.ts'
import { setResponse, simulatedResponses } from './queries.ts'
import css from './response-dialog.module.css'
import {
  draftOf,
  lacksEvents,
  meaningOf,
  presets,
  type RuleDraft,
  ruleOf,
  warningOf,
} from './response-presets.ts'

/** Lets the user choose the simulated response to an endpoint's deliveries, and explains what the service does after each one. */
export default function ResponseDialog({
  initial,
  onClose,
}: {
  readonly initial: string | undefined
  readonly onClose: () => void
}) {
  const { data } = useQuery(simulatedResponses(useApi()))
  const names = useEndpointNames()
  const here = names.list.filter(({ receivedHere }) => receivedHere)
  const choice = useStickySelection(here, {
    wanted: initial,
    usual: here[0],
    nameOf: ({ id }) => names.of(id),
  })
  /** The draft that was not applied. It is offered again when the user chooses another endpoint. */
  const [unapplied, setUnapplied] = useState<RuleDraft | null>(null)
  const id = choice.current?.id
  const field = (
    <Select
      label={copy.endpoint}
      options={here.map((endpoint) => ({
        value: endpoint.id,
        label: names.of(endpoint.id),
        description: endpoint.url,
      }))}
      value={choice.deletedName === null ? (id ?? null) : null}
      error={choice.deletedName === null ? undefined : copy.gone(visibleText(choice.deletedName))}
      onChange={choice.choose}
    />
  )
  if (id === undefined || !data)
    return (
      <Dialog title={copy.title} onClose={onClose} place="side">
        {copy.noEndpoint}
      </Dialog>
    )
  const known = data.find(({ endpointId }) => endpointId === id)
  return (
    <Chosen
      key={choice.id}
      id={id}
      start={known || !unapplied ? draftOf(known?.rule) : unapplied}
      choice={field}
      isGone={choice.deletedName !== null}
      onDraft={setUnapplied}
      onClose={onClose}
    />
  )
}

function Chosen({
  id,
  start,
  choice,
  isGone,
  onDraft,
  onClose,
}: {
  readonly id: string
  readonly start: RuleDraft
  readonly choice: React.ReactNode
  readonly isGone: boolean
  readonly onDraft: (draft: RuleDraft) => void
  readonly onClose: () => void
}) {
  const change = useSubmission(setResponse(useApi(), useQueryClient()), onClose)
  const [draft, setDraft] = useState(start)
  const changeDraft = (next: RuleDraft) => {
    setDraft(next)
    onDraft(next)
  }
  const warning = warningOf(draft)
  const form = useId()
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (isGone) return
    change.mutate({ endpointId: id, rule: ruleOf(draft) })
  }
  return (
    <Dialog
      title={copy.title}
      onClose={onClose}
      place="side"
      footer={
        <>
          <Button onPress={onClose}>{copy.cancel}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            isDisabled={isGone || lacksEvents(draft)}
            pending={change.isPending}
          >
            {copy.apply}
          </Button>
        </>
      }
    >
      <form id={form} className={stackCss.s5} onSubmit={apply} noValidate>
        {change.error ? <ErrorBanner error={change.error} /> : null}
        <p className={css.quiet}>{copy.about}</p>
        {choice}
        <ResponseFields draft={draft} onChange={changeDraft} />
        {warning === null ? null : (
          <Banner tone="warn" title={copy.warning}>
            {warning}
          </Banner>
        )}
      </form>
    </Dialog>
  )
}

/** Fields for the response, and for the events and attempts that get it. Also shows how the service reacts. */
function ResponseFields({
  draft,
  onChange,
}: {
  readonly draft: RuleDraft
  readonly onChange: (draft: RuleDraft) => void
}) {
  const { answer, rule } = draft
  const change = (changes: Partial<ResponseRule>) => onChange({ ...draft, rule: { ...rule, ...changes } })
  const choose = (id: string) => {
    const preset = presets.find((one) => one.id === id)
    const { status, delayMs } = preset ?? rule
    onChange({ ...draft, answer: id, rule: { ...rule, status, delayMs } })
  }
  return (
    <>
      <RadioGroup label={fields.answer} value={answer} onChange={choose}>
        <Radio value="normal" description={fields.normalHelp(outcomeMeanings.delivered)}>
          {fields.normal}
        </Radio>
        {presets.map((preset) => (
          <Radio key={preset.id} value={preset.id} description={meaningOf(preset)}>
            {presetNames[preset.id]}
          </Radio>
        ))}
        <Radio value="custom" description={answer === 'custom' ? meaningOf(rule) : fields.customHelp}>
          {fields.custom}
        </Radio>
      </RadioGroup>
      {answer === 'custom' ? (
        <div className={css.pair}>
          <NumberField
            isDraft
            label={fields.status}
            value={rule.status}
            onChange={(status) => change({ status })}
            minValue={200}
            maxValue={599}
            formatOptions={{ useGrouping: false }}
          />
          <NumberField
            isDraft
            label={fields.delay}
            description={fields.delayHelp}
            value={rule.delayMs / 1000}
            onChange={(seconds) => change({ delayMs: Math.round(seconds * 1000) })}
            minValue={0}
            maxValue={60}
            fractions
          />
        </div>
      ) : null}
      <RadioGroup
        label={fields.attempts}
        value={rule.firstAttempts === null ? 'all' : 'first'}
        onChange={(value) => change({ firstAttempts: value === 'all' ? null : 2 })}
      >
        <Radio value="all">{fields.everyAttempt}</Radio>
        <Radio value="first" description={fields.firstAttemptsHelp}>
          {fields.firstAttempts}
        </Radio>
      </RadioGroup>
      {answer === 'normal' && rule.firstAttempts === null ? null : (
        <div className={css.pair}>
          {rule.firstAttempts === null ? null : (
            <NumberField
              isDraft
              label={fields.attemptCount}
              value={rule.firstAttempts}
              onChange={(firstAttempts) => change({ firstAttempts })}
              minValue={1}
              maxValue={100}
            />
          )}
          {answer === 'normal' ? null : (
            <NumberField
              isDraft
              label={fields.share}
              {...(rule.sharePercent < 100 ? { description: fields.shareHelp } : {})}
              value={rule.sharePercent}
              onChange={(sharePercent) => change({ sharePercent })}
              minValue={1}
              maxValue={100}
            />
          )}
        </div>
      )}
      {answer === 'normal' ? null : (
        <>
          <EventsField
            isAll={draft.allEvents}
            chosen={rule.eventTypes}
            error={lacksEvents(draft) ? events.needsOne : undefined}
            onAll={(allEvents) => onChange({ ...draft, allEvents })}
            onChange={(eventTypes) => change({ eventTypes: [...eventTypes] })}
          />
          {rule.delayMs > 0 ? <p className={css.quiet}>{fields.limit}</p> : null}
        </>
      )}
    </>
  )
}
