import type { Receiver } from '#shared/receivers/model.ts'
import type { ReplayMode, ReplayPace } from '#shared/receivers/replay.ts'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { replay as copy, span } from './copy.ts'
import css from './replay.module.css'

export function ModeChoice({
  mode,
  mustBeExact,
  receiver,
  ageSeconds,
  isOne,
  onChange,
}: {
  readonly mode: ReplayMode
  /** Whether the delivery must be sent unchanged, because it is not verified and must not get a valid signature. */
  readonly mustBeExact: boolean
  readonly receiver: Receiver
  /** Age of the first delivery's timestamp, or `null` if unknown. */
  readonly ageSeconds: number | null
  readonly isOne: boolean
  readonly onChange: (mode: ReplayMode) => void
}) {
  return (
    <>
      {mustBeExact ? <Banner tone="warn">{copy.unverifiedOne}</Banner> : null}
      <RadioGroup
        label={copy.mode}
        value={mode}
        onChange={(value) => onChange(value as ReplayMode)}
        isDisabled={mustBeExact}
      >
        <Radio
          value="retry"
          description={receiver.signsWith === 'none' ? copy.retryUnsigned : copy.retryText}
        >
          {copy.modeNames.retry}
        </Radio>
        <Radio value="exact" description={exactWords(ageSeconds, isOne)}>
          {copy.modeNames.exact}
        </Radio>
        <Radio value="new-event" description={copy.newText}>
          {copy.modeNames['new-event']}
        </Radio>
      </RadioGroup>
    </>
  )
}

/** Describes an exact replay, for example *Expired 3 h ago. A strict receiver rejects it.* */
function exactWords(ageSeconds: number | null, isOne: boolean): string {
  if (ageSeconds === null) return copy.exactText
  const over = Math.abs(ageSeconds) - freshSeconds
  if (over <= 0) return copy.exactFresh
  if (ageSeconds < 0) return copy.exactAhead(span(ageSeconds))
  return isOne ? copy.exactStale(span(over)) : copy.exactStaleMany(span(over))
}

/** Maximum age in seconds. A receiver that checks the timestamp rejects older deliveries (specification, section 5.7). */
const freshSeconds = 300

export function PaceChoice({
  pace,
  onChange,
}: {
  readonly pace: ReplayPace
  readonly onChange: (pace: ReplayPace) => void
}) {
  const isRate = pace.kind === 'rate'
  return (
    <div className={css.pace}>
      <RadioGroup
        label={copy.pace}
        look="segments"
        value={pace.kind}
        onChange={(kind) =>
          onChange(kind === 'rate' ? { kind: 'rate', perSecond: 10 } : { kind: 'original', speed: 1 })
        }
      >
        <Radio value="rate">{copy.paceRate}</Radio>
        <Radio value="original">{copy.paceOriginal}</Radio>
      </RadioGroup>
      <NumberField
        key={pace.kind}
        label={isRate ? copy.perSecond : copy.speed}
        value={isRate ? pace.perSecond : pace.speed}
        minValue={0.1}
        maxValue={isRate ? 200 : 10_000}
        fractions
        isDraft
        onChange={(value) =>
          onChange(isRate ? { kind: 'rate', perSecond: value } : { kind: 'original', speed: value })
        }
      />
    </div>
  )
}
