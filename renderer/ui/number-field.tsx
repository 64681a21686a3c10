import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Input,
} from 'react-aria-components'
import { classes } from './class-names.ts'
import css from './field.module.css'
import { FieldHints, FieldLabel, type FieldTexts } from './field.tsx'

export interface NumberFieldProps extends Omit<AriaNumberFieldProps, 'children' | 'className'>, FieldTexts {
  readonly className?: string | undefined
}

/** A number between `minValue` and `maxValue`, with the arrow keys; the value is settled on leaving the field or on Enter. */
export function NumberField({
  label,
  description,
  error,
  hideLabel = false,
  className,
  ...rest
}: NumberFieldProps) {
  return (
    <AriaNumberField {...rest} isInvalid={Boolean(error)} className={classes(css.field, className)}>
      <FieldLabel label={label} hideLabel={hideLabel} />
      <Input className={css.input ?? ''} />
      <FieldHints description={description} error={error} />
    </AriaNumberField>
  )
}
