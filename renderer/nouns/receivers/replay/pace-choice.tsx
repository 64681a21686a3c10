import type { ReplayPace } from '#shared/receivers/replay.ts'
import { NumberField } from '#ui/controls/number-field.tsx'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { replay as copy } from './copy.ts'
import css from './replay.module.css'

export function PaceChoice({
  pace,
  onChange,
}: {
  readonly pace: ReplayPace
  readonly onChange: (pace: ReplayPace) => void
}) {
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
      {pace.kind === 'rate' ? (
        <NumberField
          key="rate"
          label={copy.perSecond}
          value={pace.perSecond}
          minValue={0.1}
          maxValue={200}
          fractions
          isDraft
          onChange={(perSecond) => onChange({ kind: 'rate', perSecond })}
        />
      ) : (
        <NumberField
          key="original"
          label={copy.speed}
          value={pace.speed}
          minValue={0.1}
          maxValue={10_000}
          fractions
          isDraft
          onChange={(speed) => onChange({ kind: 'original', speed })}
        />
      )}
    </div>
  )
}
