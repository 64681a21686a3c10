import { eventTypes } from '#shared/deliveries/event-types.ts'
import { outcomeMeanings } from '#shared/deliveries/outcome.ts'
import type { ResponseRule } from '#shared/deliveries/simulated-response.ts'
import { Checkbox, CheckboxGroup } from '#ui/controls/checkbox.tsx'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import css from './response-dialog.module.css'
import { meaningOf, presets, type RuleDraft } from './response-presets.ts'

/** What is answered, to which deliveries and how often, each with what the service does about it. */
export function ResponseFields({
  draft: { answer, rule },
  onChange,
}: {
  readonly draft: RuleDraft
  readonly onChange: (draft: RuleDraft) => void
}) {
  const change = (changes: Partial<ResponseRule>) => onChange({ answer, rule: { ...rule, ...changes } })
  const choose = (id: string) => {
    const preset = presets.find((one) => one.id === id)
    const { status, delayMs } = preset ?? rule
    onChange({ answer: id, rule: { ...rule, status, delayMs } })
  }
  return (
    <>
      <RadioGroup label="Answer" value={answer} onChange={choose}>
        <Radio value="normal" description={`200 once it is stored. ${outcomeMeanings.delivered}`}>
          Normal
        </Radio>
        {presets.map((preset) => (
          <Radio key={preset.id} value={preset.id} description={meaningOf(preset)}>
            {preset.name}
          </Radio>
        ))}
        <Radio value="own" description={answer === 'own' ? meaningOf(rule) : 'Any status, at any time.'}>
          Another answer
        </Radio>
      </RadioGroup>
      {answer === 'own' ? (
        <div className={css.pair}>
          <NumberField
            isDraft
            label="Status"
            value={rule.status}
            onChange={(status) => change({ status })}
            minValue={200}
            maxValue={599}
            formatOptions={{ useGrouping: false }}
          />
          <NumberField
            isDraft
            label="After, in seconds"
            description="Up to 60. At 15 the service has given up."
            value={rule.delayMs / 1000}
            onChange={(seconds) => change({ delayMs: Math.round(seconds * 1000) })}
            minValue={0}
            maxValue={60}
            fractions
          />
        </div>
      ) : null}
      {answer === 'normal' ? null : (
        <>
          <RadioGroup
            label="Which attempts"
            value={rule.firstAttempts === null ? 'all' : 'first'}
            onChange={(value) => change({ firstAttempts: value === 'all' ? null : 2 })}
          >
            <Radio value="all">Every attempt</Radio>
            <Radio
              value="first"
              description="Counted from now. Later attempts are answered normally, so the event gets through."
            >
              The first attempts of each event
            </Radio>
          </RadioGroup>
          <div className={css.pair}>
            {rule.firstAttempts === null ? null : (
              <NumberField
                isDraft
                label="How many attempts"
                value={rule.firstAttempts}
                onChange={(firstAttempts) => change({ firstAttempts })}
                minValue={1}
                maxValue={100}
              />
            )}
            <NumberField
              isDraft
              label="Share, in per cent"
              description="By chance; the others are answered normally."
              value={rule.sharePercent}
              onChange={(sharePercent) => change({ sharePercent })}
              minValue={1}
              maxValue={100}
            />
          </div>
          <CheckboxGroup
            label="Events"
            description="None chosen means all of them."
            value={[...rule.eventTypes]}
            onChange={(types) => change({ eventTypes: types })}
          >
            {eventTypes.map((type) => (
              <Checkbox key={type} value={type}>
                <code>{type}</code>
              </Checkbox>
            ))}
          </CheckboxGroup>
          <p className={css.quiet}>
            At most 32 deliveries wait for a late answer at a time. Any more are answered 503 at once.
          </p>
        </>
      )}
    </>
  )
}
