import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  CheckboxGroup as AriaCheckboxGroup,
  type CheckboxGroupProps as AriaCheckboxGroupProps,
  type CheckboxProps as AriaCheckboxProps,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import css from './choice.module.css'
import { ChoiceWords } from './choice-words.tsx'
import field from './field.module.css'
import { FieldHints, FieldLabel, type FieldTexts } from './field.tsx'

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className'> {
  readonly children: ReactNode
  readonly description?: ReactNode
}

export function Checkbox({ children, description, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={css.choice ?? ''}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={css.box} aria-hidden>
            {isIndeterminate ? <Minus size={12} strokeWidth={3} /> : null}
            {isSelected && !isIndeterminate ? <Check size={12} strokeWidth={3} /> : null}
          </span>
          <ChoiceWords description={description}>{children}</ChoiceWords>
        </>
      )}
    </AriaCheckbox>
  )
}

export interface CheckboxGroupProps
  extends Omit<AriaCheckboxGroupProps, 'children' | 'className'>,
    FieldTexts {
  readonly children: ReactNode
}

/** A choice of several options. Its children are `Checkbox`es with a `value`. */
export function CheckboxGroup({
  label,
  description,
  error,
  hideLabel = false,
  children,
  ...rest
}: CheckboxGroupProps) {
  return (
    <AriaCheckboxGroup {...rest} isInvalid={Boolean(error)} className={classes(field.field, css.group)}>
      <FieldLabel label={label} hideLabel={hideLabel} />
      {children}
      <FieldHints description={description} error={error} />
    </AriaCheckboxGroup>
  )
}
