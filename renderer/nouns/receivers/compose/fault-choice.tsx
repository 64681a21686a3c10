import { type Rewrite, rewriteKinds, rewrites } from '#shared/deliveries/rewrites.ts'
import {
  type BreakKind,
  type Expectation,
  expectationOf,
  type Fault,
  faults,
  isRewrite,
} from '#shared/receivers/compose.ts'
import { Radio, RadioGroup } from '#ui/controls/radio-group.tsx'
import { Select } from '#ui/controls/select.tsx'
import css from './compose.module.css'
import { breaking as copy } from './copy.ts'

/** Lets the user choose a deliberate fault. The faults are grouped by the reaction of a correct receiver. */
export function FaultChoice({
  value,
  onChange,
}: {
  readonly value: BreakKind | null
  readonly onChange: (kind: BreakKind | null) => void
}) {
  const isRewritten = value !== null && isRewrite(value)
  return (
    <div className={css.faults}>
      <RadioGroup
        label={copy.label}
        className={css.radios}
        value={value === null ? 'none' : isRewritten ? 'rewritten' : value}
        onChange={(next) =>
          onChange(next === 'none' ? null : next === 'rewritten' ? 'json-compact' : (next as Fault))
        }
      >
        <Radio value="none">{copy.none}</Radio>
        {groups.map((expected) => (
          <div key={expected} className={css.radios}>
            <span className={css.groupName}>{copy.groups[expected]}</span>
            {faults
              .filter((kind) => expectationOf(kind) === expected)
              .map((kind) => (
                <Radio key={kind} value={kind}>
                  {copy.kinds[kind]}
                </Radio>
              ))}
            {expected === 'refuse' ? <Radio value="rewritten">{copy.rewritten}</Radio> : null}
            {expected === 'refuse' && isRewritten ? (
              <Select<Rewrite>
                label={copy.rewrite}
                hideLabel
                className={css.rewrite}
                options={rewriteKinds.map((kind) => ({
                  value: kind,
                  label: rewrites[kind][0],
                  description: rewrites[kind][1],
                }))}
                value={value}
                onChange={onChange}
              />
            ) : null}
          </div>
        ))}
      </RadioGroup>
    </div>
  )
}

const groups: readonly Expectation[] = ['refuse', 'accept', 'no-5xx']
