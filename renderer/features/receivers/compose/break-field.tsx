import { type BreakKind, breakKinds } from '#shared/receivers/compose.ts'
import { Select } from '#ui/controls/select.tsx'
import { breaking as copy } from './copy.ts'

/** What is wrong on purpose, and what a correct receiver then does. */
export function BreakField({
  value,
  onChange,
}: {
  readonly value: BreakKind | null
  readonly onChange: (kind: BreakKind | null) => void
}) {
  return (
    <Select<BreakKind | 'none'>
      label={copy.label}
      options={[
        { value: 'none', label: copy.none },
        ...breakKinds.map((kind) => ({
          value: kind,
          label: copy.kinds[kind],
          description: copy.correct[kind],
        })),
      ]}
      value={value ?? 'none'}
      onChange={(next) => onChange(next === 'none' ? null : next)}
      description={value === null ? copy.good : copy.correct[value]}
    />
  )
}
