import { useState } from 'react'
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Input,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import css from './field.module.css'
import { FieldHints, FieldLabel, type FieldTexts } from './field.tsx'

export interface NumberFieldProps
  extends Omit<
      AriaNumberFieldProps,
      'children' | 'className' | 'onChange' | 'value' | 'minValue' | 'maxValue' | 'commitBehavior'
    >,
    FieldTexts {
  readonly value: number
  readonly minValue: number
  readonly maxValue: number
  readonly onChange: (value: number) => void
  readonly check?: (value: number) => string | null
  readonly fractions?: boolean
  /**
   * Calls `onChange` for invalid numbers too, for a form that is submitted later. The form can then reject the number instead of
   * submitting the previous one.
   */
  readonly isDraft?: boolean
  readonly className?: string | undefined
}

/**
 * A number between `minValue` and `maxValue`, which is applied on Enter or when the field loses the focus. An invalid number
 * stays in the field and gets an error. It is not corrected, because the nearest valid number could be the opposite of what the
 * user meant.
 */
export function NumberField({
  label,
  description,
  error,
  hideLabel = false,
  className,
  value,
  onChange,
  check = () => null,
  fractions = false,
  isDraft = false,
  ...rest
}: NumberFieldProps) {
  const [typed, setTyped] = useState<number | null>(null)
  const [before, setBefore] = useState(value)
  if (!Object.is(value, before)) {
    setBefore(value)
    setTyped(null)
  }
  const wrong = (number: number) =>
    Number.isNaN(number) ? null : (rangeWords(number, rest, fractions) ?? check(number))
  const shown = typed ?? value
  const problem = wrong(shown) ?? error
  return (
    <AriaNumberField
      {...rest}
      value={shown}
      commitBehavior="validate"
      onChange={(number) => {
        // An empty field restores the previous value.
        if (Number.isNaN(number)) return setTyped(null)
        setTyped(number)
        if (isDraft || wrong(number) === null) onChange(number)
      }}
      isInvalid={Boolean(problem)}
      className={classes(css.field, className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} />
      <Input className={css.input ?? ''} />
      <FieldHints description={description} error={problem} />
    </AriaNumberField>
  )
}

function rangeWords(
  value: number,
  { minValue, maxValue, formatOptions }: Pick<NumberFieldProps, 'minValue' | 'maxValue' | 'formatOptions'>,
  fractions: boolean,
): string | null {
  const isWhole = fractions || Number.isInteger(value)
  if (isWhole && value >= minValue && value <= maxValue) return null
  const words = (bound: number) => bound.toLocaleString(undefined, formatOptions)
  return `${fractions ? 'A' : 'A whole'} number from ${words(minValue)} to ${words(maxValue)}.`
}
