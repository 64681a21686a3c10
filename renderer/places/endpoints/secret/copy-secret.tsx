import { ClipboardCheck, Copy } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import { clipboard as text } from './copy.ts'
import type { CopiedSecret } from './use-copied-secret.ts'

/** Copies the secret, and shows how long it stays in the clipboard. */
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
