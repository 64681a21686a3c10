import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { type AppError, asAppError } from '#shared/errors.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useFailureWhenGone } from '#ui/feedback/use-failure-when-gone.ts'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../workspaces/index.ts'
import css from './import-secret.module.css'

type Imported = OutputOf<'endpoints.import-secret'>

/**
 * Takes the signing secret of an endpoint that was made elsewhere, or another one instead of a wrong one. It goes by the
 * client directly, never through a query or a mutation, and the page forgets it as soon as the host has it.
 */
export function ImportSecret({ endpoint }: { readonly endpoint: Endpoint }) {
  const [open, setOpen] = useState(false)
  const [imported, setImported] = useState<Imported | null>(null)
  const isWanted = endpoint.secret === 'missing' || endpoint.secret === 'wrong'
  const isAsked = (isWanted && imported === null) || open
  // One that was imported here can be replaced too, above all when it turns out to be wrong.
  const canReplace = isWanted || endpoint.secret === 'kept'
  return (
    <div className={css.import}>
      {imported && !open ? <Result imported={imported} /> : null}
      {isAsked ? (
        <SecretForm
          endpointId={endpoint.id}
          onCancel={isWanted && imported === null ? null : () => setOpen(false)}
          onImported={(result) => {
            setImported(result)
            setOpen(false)
          }}
        />
      ) : canReplace ? (
        <Button
          size="small"
          className={css.start}
          icon={<KeyRound size={13} aria-hidden />}
          onPress={() => setOpen(true)}
        >
          Import another secret…
        </Button>
      ) : null}
    </div>
  )
}

function SecretForm({
  endpointId,
  onCancel,
  onImported,
}: {
  readonly endpointId: string
  /** `null` where there is nothing to return to. */
  readonly onCancel: (() => void) | null
  readonly onImported: (result: Imported) => void
}) {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const [secret, setSecret] = useState('')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const [wrong, setWrong] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong])

  const toldElsewhere = useFailureWhenGone('The signing secret was not imported.')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    setError(null)
    setWrong(secret.trim() === '' ? 'Enter the signing secret.' : '')
    if (secret.trim() === '') return
    setPending(true)
    try {
      const result = await api.call('endpoints.import-secret', { id: endpointId, secret })
      setSecret('')
      onImported(result)
    } catch (thrown) {
      if (toldElsewhere(thrown)) return
      const failure = asAppError(thrown)
      const beside = failure.details.fields?.secret
      setWrong(beside ?? '')
      setError(beside === undefined ? failure : null)
      setPending(false)
    }
  }

  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      {error ? <ErrorBanner error={error} /> : null}
      <TextField
        label="Signing secret"
        type="password"
        mono
        value={secret}
        onChange={setSecret}
        placeholder="whsec_…"
        description={
          session?.keychain === 'ready'
            ? 'Kept in the keychain of this system. It never comes back to this page.'
            : 'It never comes back to this page.'
        }
        error={wrong}
        autoComplete="off"
      />
      <div className={css.buttons}>
        <Button type="submit" pending={pending}>
          Import secret
        </Button>
        {onCancel ? (
          <Button variant="quiet" onPress={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function Result({ imported: { judged, verifying, warnings } }: { readonly imported: Imported }) {
  const isWrong = judged > 0 && verifying === 0
  // The form that had the focus is gone.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={css.result}>
      <Banner tone={isWrong ? 'warn' : 'ok'} title={resultWords(judged, verifying)}>
        {isWrong ? <p>Is it the secret of this endpoint? What verified before keeps its verdict.</p> : null}
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </Banner>
    </div>
  )
}

function resultWords(judged: number, verifying: number): string {
  if (judged === 0) return 'The secret is kept. The first delivery that verifies with it proves it.'
  const [some, all] = [verifying.toLocaleString(), judged.toLocaleString()]
  const noun = judged === 1 ? 'delivery' : 'deliveries'
  if (verifying === 0) return `The secret is kept, but 0 of ${all} kept ${noun} verify with it.`
  return `${some} of ${all} kept ${noun} ${verifying === 1 ? 'verifies' : 'verify'} with it.`
}
