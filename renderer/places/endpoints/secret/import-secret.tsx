import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Endpoint, SecretState } from '#shared/endpoints/model.ts'
import { type AppError, asAppError } from '#shared/errors.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useFailureAfterUnmount } from '#ui/feedback/use-failure-after-unmount.ts'
import stackCss from '#ui/layout/stack.module.css'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { importSecret as copy, importResult } from './copy.ts'
import css from './import-secret.module.css'

type Imported = OutputOf<'endpoints.import-secret'>

/** Whether the secret can be replaced. This includes an imported secret, because it may turn out to be wrong. */
export const canReplaceSecret = ({ secret }: Endpoint) => isWanted(secret) || secret === 'kept'

const isWanted = (secret: SecretState) => secret === 'missing' || secret === 'wrong'

/**
 * Imports the signing secret of an endpoint that was created elsewhere, or replaces a wrong secret. The secret is sent directly
 * through the client, never through a query or a mutation. The page drops it as soon as the host has it.
 */
export function ImportSecret({
  endpoint,
  isOpen,
  setOpen,
}: {
  readonly endpoint: Endpoint
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}) {
  const [imported, setImported] = useState<Imported | null>(null)
  const isUnasked = isWanted(endpoint.secret) && imported === null
  return (
    <div className={css.import}>
      {imported && !isOpen ? <Result imported={imported} receivedHere={endpoint.receivedHere} /> : null}
      {isUnasked || isOpen ? (
        <SecretForm
          endpointId={endpoint.id}
          onCancel={isUnasked ? null : () => setOpen(false)}
          onImported={(result) => {
            setImported(result)
            setOpen(false)
          }}
        />
      ) : canReplaceSecret(endpoint) ? (
        <Button
          size="small"
          className={stackCss.start}
          icon={<KeyRound size={13} aria-hidden />}
          onPress={() => setOpen(true)}
        >
          {copy.another}
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
  /** `null` if the form can't be closed. */
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

  const reportIfGone = useFailureAfterUnmount(copy.failed)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    setError(null)
    setWrong(secret.trim() === '' ? copy.missing : '')
    if (secret.trim() === '') return
    setPending(true)
    try {
      const result = await api.call('endpoints.import-secret', { id: endpointId, secret })
      setSecret('')
      onImported(result)
    } catch (thrown) {
      if (reportIfGone(thrown)) return
      const failure = asAppError(thrown)
      const fieldError = failure.details.fields?.secret
      setWrong(fieldError ?? '')
      setError(fieldError === undefined ? failure : null)
      setPending(false)
    }
  }

  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      {error ? <ErrorBanner error={error} /> : null}
      <TextField
        label={copy.label}
        type="password"
        mono
        value={secret}
        onChange={setSecret}
        placeholder={copy.placeholder}
        description={session?.keychain === 'ready' ? copy.inKeychain : copy.neverReturned}
        error={wrong}
        autoComplete="off"
      />
      <div className={css.buttons}>
        <Button type="submit" pending={pending}>
          {copy.submit}
        </Button>
        {onCancel ? (
          <Button variant="quiet" onPress={onCancel}>
            {copy.cancel}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function Result({
  imported: { judged, verifying, warnings },
  receivedHere,
}: {
  readonly imported: Imported
  readonly receivedHere: boolean
}) {
  const isWrong = judged > 0 && verifying === 0
  // The form that had the focus was removed, so the focus moves here.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={css.result}>
      <Banner tone={isWrong ? 'warn' : 'ok'} title={importResult(judged, verifying, receivedHere)}>
        {isWrong ? <p>{copy.wrong}</p> : null}
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </Banner>
    </div>
  )
}
