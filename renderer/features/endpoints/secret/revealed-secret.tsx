import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { CopySecret } from './copy-secret.tsx'
import css from './secret-reveal.module.css'

/** The secret itself: masked until asked for, and copied as the host allows. */
export function RevealedSecret({
  endpointId,
  secret,
  seconds,
  host,
  onCopied,
}: {
  readonly endpointId: string
  readonly secret: string
  readonly seconds: number
  readonly host: 'desktop' | 'browser'
  readonly onCopied: () => void
}) {
  const [shown, setShown] = useState(false)
  const [copied, setCopied] = useState(false)
  const copiedHere = () => {
    setCopied(true)
    onCopied()
  }
  return (
    <>
      <div className={css.secret}>
        <code className={css.value} data-masked={!shown}>
          {shown ? secret : mask}
        </code>
        <Button
          icon={shown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
          onPress={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
        {host === 'desktop' ? null : (
          <CopyButton text={secret} label="Copy the secret" onCopied={copiedHere}>
            Copy
          </CopyButton>
        )}
      </div>
      {host === 'desktop' ? <CopySecret endpointId={endpointId} onCopied={onCopied} /> : null}
      <p className={css.note}>Available here for another {minutesAndSeconds(seconds)}.</p>
      {copied ? <ClearClipboard /> : null}
    </>
  )
}

/** A page cannot see what the clipboard holds, so it says so and offers to clear it. */
function ClearClipboard() {
  const [state, setState] = useState<'held' | 'cleared' | 'refused'>('held')
  const clear = () => {
    navigator.clipboard.writeText('').then(
      () => setState('cleared'),
      () => setState('refused'),
    )
  }
  if (state === 'cleared') return <p className={css.note}>The clipboard is empty.</p>
  return (
    <Banner tone="info" action={<Button onPress={clear}>Clear now</Button>}>
      {state === 'held'
        ? 'The clipboard holds the secret until you copy something else.'
        : 'Clearing was refused. Copy something else instead.'}
    </Banner>
  )
}

export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const mask = 'whsec_••••••••••••••••••••••••••••••••'
