import { ClipboardCheck, Copy } from 'lucide-react'
import { useState } from 'react'
import { type AppError, asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { useSecondsUntil } from '#ui/feedback/countdown.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useCommands } from '../../../app/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import { clipboard as text } from './copy.ts'
import css from './secret-reveal.module.css'

/** On the desktop the host copies the secret and clears the clipboard later; the page never gets the secret. */
export function CopySecret({
  endpointId,
  isOffered = false,
  autoFocus = false,
  onCopied,
}: {
  readonly endpointId: string
  /** Also in the palette. */
  readonly isOffered?: boolean
  readonly autoFocus?: boolean
  readonly onCopied?: () => void
}) {
  const api = useApi()
  const [clearsAt, setClearsAt] = useState<string | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const seconds = useSecondsUntil(clearsAt === null ? null : Date.parse(clearsAt))
  const copy = async () => {
    setError(null)
    try {
      setClearsAt((await api.call('endpoints.copy-secret', { id: endpointId })).clearsAt)
      onCopied?.()
    } catch (thrown) {
      setError(asAppError(thrown))
    }
  }
  useCommands(
    'endpoint',
    isOffered ? [[{ id: 'endpoint.copy-secret', label: text.copy, icon: Copy, run: () => void copy() }]] : [],
  )
  const isHeld = seconds > 0
  return (
    <div className={css.copy}>
      <Button
        size="small"
        autoFocus={autoFocus}
        icon={isHeld ? <ClipboardCheck size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
        onPress={() => void copy()}
      >
        {text.copy}
      </Button>
      {clearsAt === null ? null : (
        <span className={css.note}>{isHeld ? text.clearsIn(seconds) : text.cleared}</span>
      )}
      <LiveStatus>{isHeld ? text.copied : ''}</LiveStatus>
      {error ? <ErrorBanner error={error} /> : null}
    </div>
  )
}
