import type { ReactNode } from 'react'
import {
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
  type RadioProps as AriaRadioProps,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import css from './choice.module.css'
import { ChoiceWords } from './choice-words.tsx'
import field from './field.module.css'
import { FieldHints, FieldLabel, type FieldTexts } from './field.tsx'

export interface RadioGroupProps extends Omit<AriaRadioGroupProps, 'children' | 'className'>, FieldTexts {
  readonly children: ReactNode
  /** `segments` shows the options side by side, for short labels. One option must always be chosen. */
  readonly look?: 'list' | 'segments'
  readonly className?: string | undefined
}

export function RadioGroup({
  label,
  description,
  error,
  hideLabel = false,
  look = 'list',
  className,
  children,
  ...rest
}: RadioGroupProps) {
  return (
    <AriaRadioGroup
      {...rest}
      isInvalid={Boolean(error)}
      className={classes(field.field, css.group, className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} />
      <div className={look === 'segments' ? css.segments : css.list}>{children}</div>
      <FieldHints description={description} error={error} />
    </AriaRadioGroup>
  )
}

export interface RadioProps extends Omit<AriaRadioProps, 'children' | 'className'> {
  readonly children: ReactNode
  readonly description?: ReactNode
}

export function Radio({ children, description, ...rest }: RadioProps) {
  return (
    <AriaRadio {...rest} className={css.choice ?? ''}>
      <span className={css.dot} aria-hidden />
      <ChoiceWords description={description}>{children}</ChoiceWords>
    </AriaRadio>
  )
}
