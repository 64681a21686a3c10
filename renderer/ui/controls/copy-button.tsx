import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LiveStatus } from '../text/visually-hidden.tsx'
import css from './button.module.css'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

/** Copies `text`, then shows a check mark for two seconds and announces it. `children` is the button's label. */
export function CopyButton({
  text,
  label = 'Copy',
  children,
  onCopied,
  autoFocus = false,
}: {
  /** The text, or a function that returns it and is called only when the user copies. */
  readonly text: string | (() => Promise<string>)
  readonly label?: string
  readonly children?: string
  readonly onCopied?: () => void
  /** Focuses the button when it mounts. */
  readonly autoFocus?: boolean
}) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), 2000)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      setOutcome('copied')
      onCopied?.()
    } catch {
      setOutcome('failed')
    }
  }

  const icon = outcome === 'copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />
  const said = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Couldn’t copy' : ''
  return (
    <>
      {children === undefined ? (
        <IconButton label={said || label} onPress={copy}>
          {icon}
        </IconButton>
      ) : (
        <Button className={css.copyWords} icon={icon} onPress={copy} aria-label={label} autoFocus={autoFocus}>
          {said || children}
        </Button>
      )}
      <LiveStatus>{said}</LiveStatus>
    </>
  )
}
