import { outcomeMeanings } from '#shared/deliveries/responses/outcome.ts'
import type { ResponseRule } from '#shared/deliveries/responses/simulated-response.ts'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { events } from '../copy.ts'
import { EventsField } from '../events-field.tsx'
import { fields as copy, presetNames } from './copy.ts'
import css from './response-dialog.module.css'
import { lacksEvents, meaningOf, presets, type RuleDraft } from './response-presets.ts'

/** Fields for the response, its events and attempts, with the reaction of the service. */
export function ResponseFields({
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
      <RadioGroup label={copy.answer} value={answer} onChange={choose}>
        <Radio value="normal" description={copy.normalHelp(outcomeMeanings.delivered)}>
          {copy.normal}
        </Radio>
        {presets.map((preset) => (
          <Radio key={preset.id} value={preset.id} description={meaningOf(preset)}>
            {presetNames[preset.id]}
          </Radio>
        ))}
        <Radio value="custom" description={answer === 'custom' ? meaningOf(rule) : copy.customHelp}>
          {copy.custom}
        </Radio>
      </RadioGroup>
      {answer === 'custom' ? (
        <div className={css.pair}>
          <NumberField
            isDraft
            label={copy.status}
            value={rule.status}
            onChange={(status) => change({ status })}
            minValue={200}
            maxValue={599}
            formatOptions={{ useGrouping: false }}
          />
          <NumberField
            isDraft
            label={copy.delay}
            description={copy.delayHelp}
            value={rule.delayMs / 1000}
            onChange={(seconds) => change({ delayMs: Math.round(seconds * 1000) })}
            minValue={0}
            maxValue={60}
            fractions
          />
        </div>
      ) : null}
      <RadioGroup
        label={copy.attempts}
        value={rule.firstAttempts === null ? 'all' : 'first'}
        onChange={(value) => change({ firstAttempts: value === 'all' ? null : 2 })}
      >
        <Radio value="all">{copy.everyAttempt}</Radio>
        <Radio value="first" description={copy.firstAttemptsHelp}>
          {copy.firstAttempts}
        </Radio>
      </RadioGroup>
      {answer === 'normal' && rule.firstAttempts === null ? null : (
        <div className={css.pair}>
          {rule.firstAttempts === null ? null : (
            <NumberField
              isDraft
              label={copy.attemptCount}
              value={rule.firstAttempts}
              onChange={(firstAttempts) => change({ firstAttempts })}
              minValue={1}
              maxValue={100}
            />
          )}
          {answer === 'normal' ? null : (
            <NumberField
              isDraft
              label={copy.share}
              {...(rule.sharePercent < 100 ? { description: copy.shareHelp } : {})}
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
          {rule.delayMs > 0 ? <p className={css.quiet}>{copy.limit}</p> : null}
        </>
      )}
    </>
  )
}
