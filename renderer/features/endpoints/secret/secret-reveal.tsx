import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { useSecondsUntil } from '#ui/feedback/countdown.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { appInfo } from '../../../app/app-info.ts'
import { useApi } from '../../../host/client.ts'
import { confirmationName } from '../endpoint-state.ts'
import { RevealedSecret } from './revealed-secret.tsx'
import { SecretChecklist, useIsKept } from './secret-checklist.tsx'
import css from './secret-reveal.module.css'
import { useRevealedSecret } from './use-revealed.ts'
import { VerifySnippets } from './verify-snippets.tsx'

/**
 * Shows an endpoint's signing secret: for ten minutes after its creation at once, later (in a browser) when the endpoint's
 * host name was typed. It comes by the client directly and lives in this component alone, so no cache ever holds it, and it
 * is gone when this closes or when the time is over.
 */
export function SecretReveal({
  endpoint,
  created = false,
  onClose,
}: {
  readonly endpoint: Endpoint
  /** Right after creation: while the secret is neither kept nor copied, only a decision closes it. */
  readonly created?: boolean
  readonly onClose: () => void
}) {
  const { data: app } = useQuery(appInfo(useApi()))
  // As it stood when this was opened: the ten minutes may end meanwhile.
  const [late] = useState(!created && endpoint.revealUntil === null)
  const [typed, setTyped] = useState<string | null>(null)
  const { revealed, error, ask } = useRevealedSecret(endpoint.id, late ? typed : undefined)
  const [copied, setCopied] = useState(false)
  const [waived, setWaived] = useState(false)
  const isKept = useIsKept()
  const seconds = useSecondsUntil(revealed === null ? null : Date.parse(revealed.until))
  const over = revealed !== null && seconds === 0
  const held = created && revealed !== null && !over && !copied && !isKept && !waived
  const wrong = error?.details.fields?.typed

  return (
    <Dialog
      title={created ? 'Endpoint created: its signing secret' : 'Signing secret'}
      isOpen
      onClose={onClose}
      mustDecide={held}
      size="large"
      footer={
        <Button variant="primary" onPress={onClose} isDisabled={held}>
          Done
        </Button>
      }
    >
      <div className={css.body}>
        <p>
          A receiver proves with it that a delivery came from the service and was not changed. The service
          shows it only once, so no other program can ask for it again.
        </p>
        {late && revealed === null ? (
          <ConfirmNameForm
            name={confirmationName(endpoint)}
            error={wrong}
            onTyped={(text) => (text === typed ? ask() : setTyped(text))}
          />
        ) : null}
        {error && !wrong ? (
          <ErrorBanner error={error} onRetry={error.code === 'reveal-expired' ? undefined : ask} />
        ) : over ? (
          <Banner tone="warn" title="The ten minutes are over.">
            The secret was put away. Notehook goes on verifying deliveries with it.
          </Banner>
        ) : revealed ? (
          <RevealedSecret
            endpointId={endpoint.id}
            secret={revealed.secret}
            seconds={seconds}
            host={app?.host ?? 'browser'}
            onCopied={() => setCopied(true)}
          />
        ) : late && typed === null ? null : wrong ? null : (
          <Skeleton lines={2} label="Fetching the secret" />
        )}
        {revealed && !over ? (
          <SecretChecklist
            copied={copied}
            receivedHere={endpoint.receivedHere}
            asked={created}
            waived={waived}
            onWaive={setWaived}
          />
        ) : null}
        <VerifySnippets />
      </div>
    </Dialog>
  )
}

/** So that nobody shows it to a room by a slip of the hand. */
function ConfirmNameForm({
  name,
  error,
  onTyped,
}: {
  readonly name: string
  readonly error: string | undefined
  readonly onTyped: (typed: string) => void
}) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onTyped(text.trim())
  }
  return (
    <form className={css.ask} onSubmit={submit} noValidate>
      <TextField
        label={`Type ${name} to show the secret`}
        description="The ten minutes after its creation are over, so it is shown only to somebody who means this endpoint."
        value={text}
        onChange={setText}
        error={error}
        mono
        autoComplete="off"
      />
      <Button type="submit">Show the secret</Button>
    </form>
  )
}
