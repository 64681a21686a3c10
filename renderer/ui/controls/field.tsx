import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError, Label, Text } from 'react-aria-components'
import { Visible } from '../text/visible-text.tsx'
import hiddenCss from '../text/visually-hidden.module.css'
import { LiveStatus } from '../text/visually-hidden.tsx'
import css from './field.module.css'

export interface FieldTexts {
  readonly label: string
  readonly description?: ReactNode
  /** The error of the entered value. `null` or `undefined` if the value is valid. */
  readonly error?: string | null | undefined
  /** Hides the label visually, for a control whose context explains it. Screen readers still read it. */
  readonly hideLabel?: boolean
}

export function FieldLabel({
  label,
  hideLabel,
}: Pick<FieldTexts, 'hideLabel'> & { readonly label: ReactNode }) {
  return <Label className={(hideLabel ? hiddenCss.hidden : css.label) ?? ''}>{label}</Label>
}

export function FieldHints({ description, error }: Pick<FieldTexts, 'description' | 'error'>) {
  return (
    <>
      {description ? (
        <Text slot="description" className={css.description ?? ''}>
          <Visible>{description}</Visible>
        </Text>
      ) : null}
      <FieldError className={css.error ?? ''}>
        <CircleAlert size={12} aria-hidden />
        <span>
          <Visible>{error ?? ''}</Visible>
        </span>
      </FieldError>
    </>
  )
}

export const overLimit = (text: string, limit: number) =>
  `This has ${text.length.toLocaleString()} characters; ${limit.toLocaleString()} is the limit. Shorten it.`

export function FieldLimit({ text, limit }: { readonly text: string; readonly limit: number | undefined }) {
  if (limit === undefined) return null
  const most = `${limit.toLocaleString()} characters is the limit.`
  const words =
    text.length > limit ? overLimit(text, limit) : text.length === limit ? `No more fits: ${most}` : ''
  return (
    <>
      <LiveStatus>{words}</LiveStatus>
      {words === '' ? null : (
        <p className={css.description} aria-hidden>
          {words}
        </p>
      )}
    </>
  )
}
