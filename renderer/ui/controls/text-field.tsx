import { type ReactNode, useEffect, useRef } from 'react'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
  TextArea,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import { LiveStatus } from '../text/visually-hidden.tsx'
import css from './field.module.css'
import { FieldHints, FieldLabel, FieldLimit, type FieldTexts, overLimit } from './field.tsx'

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'children' | 'className'>,
    Omit<FieldTexts, 'label'> {
  readonly label: ReactNode
  readonly placeholder?: string
  readonly multiline?: boolean
  readonly mono?: boolean
  readonly className?: string | undefined
  /** Maximum number of characters. Unlike `maxLength`, it doesn't truncate pasted text. */
  readonly limit?: number
}

export function TextField({
  label,
  description,
  error,
  hideLabel = false,
  placeholder,
  multiline = false,
  mono = false,
  className,
  limit,
  ...rest
}: TextFieldProps) {
  const input = classes(css.input, mono && css.mono)
  const hint = placeholder === undefined ? {} : { placeholder }
  const written = useRef<HTMLInputElement>(null)
  const typed = rest.value ?? ''
  const tooLong = limit !== undefined && typed.length > limit ? overLimit(typed, limit) : ''
  const problem = error || tooLong
  const isSecret = rest.type === 'password'
  useEffect(() => (isSecret && written.current ? keepOutOfPage(written.current) : undefined), [isSecret])
  return (
    <AriaTextField {...rest} isInvalid={Boolean(problem)} className={classes(css.field, className)}>
      <FieldLabel label={label} hideLabel={hideLabel} />
      {multiline ? (
        <TextArea className={input} {...hint} spellCheck={mono ? false : undefined} />
      ) : (
        <Input ref={written} className={input} {...hint} spellCheck={mono ? false : undefined} />
      )}
      <FieldHints description={description} error={problem} />
      {limit === undefined ? (
        <FieldLimit text={typed} limit={rest.maxLength} />
      ) : (
        <LiveStatus>{error ? '' : tooLong}</LiveStatus>
      )}
    </AriaTextField>
  )
}

/**
 * Removes the `value` attribute, because React copies the typed text there. Every snapshot of the page would otherwise contain
 * the secret.
 */
function keepOutOfPage(input: HTMLInputElement): () => void {
  const observer = new MutationObserver(() => {
    if (input.hasAttribute('value')) input.removeAttribute('value')
  })
  observer.observe(input, { attributes: true, attributeFilter: ['value'] })
  return () => observer.disconnect()
}
