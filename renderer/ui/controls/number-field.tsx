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
  /** `NaN`: none yet. */
  readonly value: number
  readonly minValue: number
  readonly maxValue: number
  readonly onChange: (value: number) => void
  /** What else is wrong with a number, in a sentence. */
  readonly check?: (value: number) => string | null
  /** It need not be whole. */
  readonly fractions?: boolean
  /** Of a form that is sent later: a wrong number goes into it too, so that it is refused and not the one before sent. */
  readonly isDraft?: boolean
  readonly className?: string | undefined
}

/**
 * A number between `minValue` and `maxValue`, with the arrow keys; the value is settled on leaving the field or on Enter. One
 * that cannot be stays as it was typed, with a sentence: taking the nearest instead may be the opposite of what was meant.
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
        // Emptied, it goes back to the value it had.
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
