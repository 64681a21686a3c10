import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { asAppError } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { setPublicUrl, tunnelStatus } from '../../queries/tunnel.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import css from './section.module.css'

/** States the public address that leads to the listener, for somebody who has one. */
export function PublicUrlForm() {
  const api = useApi()
  const cache = useQueryClient()
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const change = useMutation(setPublicUrl(api, cache))
  const [draft, setDraft, clearDraft] = useDraft<string | null>('public-url', null, isDraft)
  const [empty, setEmpty] = useState(false)
  const own = tunnel?.source === 'own-url' ? tunnel.publicUrl : null
  const value = draft ?? own ?? ''
  const failure = change.isError ? asAppError(change.error) : null

  const set = (url: string | null) =>
    change.mutate(url, {
      onSuccess: () => {
        clearDraft()
        toast({ title: url === null ? 'The public address was removed.' : 'The public address was set.' })
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(value.trim() === '')
    if (value.trim() !== '') set(value.trim())
  }

  return (
    <form onSubmit={submit} className={css.form} noValidate>
      <TextField
        label="Own public address"
        type="url"
        mono
        placeholder="https://hooks.example.com"
        description={
          tunnel?.source === 'practice'
            ? 'The practice workspace brings its own address. State one here for a real workspace.'
            : 'If a proxy or a tunnel of yours leads an https address to the listener, state it here.'
        }
        value={value}
        onChange={(text) => {
          setDraft(text)
          setEmpty(false)
          change.reset()
        }}
        error={
          empty
            ? 'Enter an https address.'
            : failure
              ? (failure.details.fields?.url ?? failure.message)
              : null
        }
      />
      <Button type="submit" pending={change.isPending} isDisabled={value === (own ?? '')}>
        Set
      </Button>
      {own === null ? null : (
        <Button variant="quiet" onPress={() => set(null)} isDisabled={change.isPending}>
          Remove
        </Button>
      )}
    </form>
  )
}

function isDraft(stored: unknown): stored is string | null {
  return typeof stored === 'string' || stored === null
}
