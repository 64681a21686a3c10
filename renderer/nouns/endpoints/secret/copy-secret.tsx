import { ClipboardCheck, Copy } from 'lucide-react'
import { useState } from 'react'
import { type AppError, asAppError } from '#shared/errors.ts'
import type { Client } from '#shared/rpc/client.ts'
import { Button } from '#ui/controls/button.tsx'
import { copyText } from '#ui/feedback/copy-text.ts'
import { ErrorBanner, useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { toast } from '#ui/feedback/toast/toast.ts'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import { visibleText } from '#ui/text/visible-text.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { clipboard as text } from './copy.ts'

export function CopySecret({
  copied: { copy, seconds, error },
  autoFocus = false,
}: {
  readonly copied: CopiedSecret
  readonly autoFocus?: boolean
}) {
  const isHeld = seconds !== null && seconds > 0
  return (
    <div className={stackCss.line}>
      <Button
        size="small"
        autoFocus={autoFocus}
        icon={isHeld ? <ClipboardCheck size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
        onPress={copy}
      >
        {text.copy}
      </Button>
      {seconds === null ? null : (
        <span className={textCss.small}>{isHeld ? text.clearsIn(seconds) : text.cleared}</span>
      )}
      <LiveStatus>{isHeld ? text.copied : ''}</LiveStatus>
      {error ? <ErrorBanner error={error} /> : null}
    </div>
  )
}

export interface CopiedSecret {
  readonly copy: () => void
  /** Seconds until the clipboard is cleared, or `null` if the secret was not copied here. */
  readonly seconds: number | null
  readonly error: AppError | null
}

/**
 * Copies the secret in the desktop app. The host copies it and clears the clipboard later, so the page never receives the secret.
 */
export function useCopiedSecret(endpointId: string, onCopied?: () => void): CopiedSecret {
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
  return { copy: () => void copy(), seconds: clearsAt === null ? null : seconds, error }
}

/** Copies the secret without showing it, and reports that in a toast. Calls the host directly, because a cache keeps results. */
export async function copySecret(
  api: Client,
  { id, name, isDesktop }: { readonly id: string; readonly name: string; readonly isDesktop: boolean },
): Promise<void> {
  const title = text.secretCopied(visibleText(name))
  try {
    if (!isDesktop)
      return copyText((await api.call('endpoints.reveal-secret', { id })).secret, title, text.held)
    const { clearsAt } = await api.call('endpoints.copy-secret', { id })
    const seconds = Math.max(0, Math.round((Date.parse(clearsAt) - Date.now()) / 1000))
    toast({ title, description: text.clearsIn(seconds) })
  } catch (thrown) {
    toast({ tone: 'danger', title: text.failed, description: asAppError(thrown).message })
  }
}
