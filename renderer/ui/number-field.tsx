import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Input,
} from 'react-aria-components'
import { classes } from './class-names.ts'
import css from './field.module.css'
import { FieldHints, FieldLabel, type FieldTexts } from './field.tsx'

export interface NumberFieldProps
  extends Omit<AriaNumberFieldProps, 'children' | 'className' | 'onChange'>,
    FieldTexts {
  readonly onChange: (value: number) => void
  readonly className?: string | undefined
}

/** A number between `minValue` and `maxValue`, with the arrow keys; the value is settled on leaving the field or on Enter. */
export function NumberField({
  label,
  description,
  error,
  hideLabel = false,
  className,
  onChange,
  ...rest
}: NumberFieldProps) {
  return (
    <AriaNumberField
      {...rest}
      // Emptied, it goes back to the value it had.
      onChange={(value) => {
        if (!Number.isNaN(value)) onChange(value)
      }}
      isInvalid={Boolean(error)}
      className={classes(css.field, className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} />
      <Input className={css.input ?? ''} />
      <FieldHints description={description} error={error} />
    </AriaNumberField>
  )
}
