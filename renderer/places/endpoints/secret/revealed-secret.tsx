import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import stackCss from '#ui/layout/stack.module.css'
import textCss from '#ui/text/text.module.css'
import { clipboard } from '../../../nouns/endpoints/secret/copy.ts'
import { CopySecret, useCopiedSecret } from '../../../nouns/endpoints/secret/copy-secret.tsx'
import { reveal as text } from './copy.ts'
import css from './secret-reveal.module.css'

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
  const onPageCopied = () => {
    setCopied(true)
    onCopied()
  }
  return (
    <>
      <div className={stackCss.line}>
        <code className={css.value} data-masked={!shown}>
          {shown ? secret : mask}
        </code>
        <Button
          icon={shown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
          onPress={() => setShown(!shown)}
        >
          {shown ? text.hide : text.show}
        </Button>
        {host === 'desktop' ? null : (
          <CopyButton text={secret} label={text.copyLabel} onCopied={onPageCopied} autoFocus>
            {text.copy}
          </CopyButton>
        )}
      </div>
      {host === 'desktop' ? <CopyInHost endpointId={endpointId} onCopied={onCopied} /> : null}
      {shown ? <p className={textCss.small}>{text.timeLeft(minutesAndSeconds(seconds))}</p> : null}
      {copied ? <ClearClipboard /> : null}
    </>
  )
}

function CopyInHost({
  endpointId,
  onCopied,
}: {
  readonly endpointId: string
  readonly onCopied: () => void
}) {
  return <CopySecret copied={useCopiedSecret(endpointId, onCopied)} autoFocus />
}

/** Offers to clear the clipboard. The page can't do that automatically, because it can't read the clipboard. */
function ClearClipboard() {
  const [state, setState] = useState<'held' | 'cleared' | 'refused'>('held')
  const clear = () => {
    navigator.clipboard.writeText('').then(
      () => setState('cleared'),
      () => setState('refused'),
    )
  }
  if (state === 'cleared') return <p className={textCss.small}>{clipboard.empty}</p>
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" onPress={clear}>
          {clipboard.clear}
        </Button>
      }
    >
      {state === 'held' ? clipboard.held : clipboard.refused}
    </Banner>
  )
}

function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const mask = 'whsec_••••••••••••••••••••••••••••••••'
