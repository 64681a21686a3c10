import { type FormEvent, useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { receiverParts } from '../endpoint-names.ts'
import css from './confirm-name.module.css'
import { unlock as copy } from './copy.ts'

/** Asks the user to type the endpoint's name, so that the secret is not shown on a shared screen by accident. */
export function ConfirmName({
  endpoint,
  error,
  onTyped,
}: {
  readonly endpoint: Endpoint
  readonly error: string | undefined
  readonly onTyped: (typed: string) => void
}) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onTyped(text.trim())
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <TextField
        label={
          <>
            {copy.label[0]} <b>{revealName(endpoint)}</b> {copy.label[1]}
          </>
        }
        description={copy.text}
        value={text}
        onChange={setText}
        error={error}
        mono
        autoComplete="off"
      />
      <Button type="submit">{copy.confirm}</Button>
    </form>
  )
}

/**
 * Returns the text that the user must type to see a secret again: the endpoint's name if it can be typed, otherwise the host
 * name, or the id if the service hides the URL. The host checks the text.
 */
function revealName(endpoint: Pick<Endpoint, 'id' | 'label' | 'url' | 'urlRedacted'>): string {
  if (endpoint.label !== null && visibleText(endpoint.label) === endpoint.label) return endpoint.label
  return endpoint.urlRedacted ? endpoint.id : receiverParts(endpoint).host
}
