import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff, ShieldCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { KeychainState } from '../../../shared/contract/session.ts'
import { type AppError, asAppError } from '../../../shared/errors.ts'
import { useApi } from '../../api/client.ts'
import { sessionStatus } from '../../queries/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBanner } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './secret-reveal.module.css'

interface Revealed {
  readonly secret: string
  readonly until: string
}

/**
 * Shows an endpoint's signing secret. It comes by the client directly and lives in this component alone, so no cache ever
 * holds it, and it is gone when this closes or when its ten minutes are over.
 */
export function SecretReveal({
  endpointId,
  created = false,
  onClose,
}: {
  readonly endpointId: string
  /** Right after creation: it closes only when the person says that the secret is safe. */
  readonly created?: boolean
  readonly onClose: () => void
}) {
  const { revealed, error, ask } = useRevealed(endpointId)
  const [isSafe, setSafe] = useState(false)
  const seconds = useSecondsUntil(revealed === null ? null : Date.parse(revealed.until))
  const over = revealed !== null && seconds === 0
  const held = created && revealed !== null && !over

  return (
    <Dialog
      title={created ? 'Endpoint created: its signing secret' : 'Signing secret'}
      isOpen
      onClose={onClose}
      mustDecide={held}
      footer={
        <Button variant="primary" onPress={onClose} isDisabled={held && !isSafe}>
          Done
        </Button>
      }
    >
      <div className={css.body}>
        <p>
          A receiver proves with it that a delivery came from the service and was not changed. The service
          shows it only once, so no other program can ask for it again.
        </p>
        {error ? (
          <ErrorBanner error={error} onRetry={error.code === 'reveal-expired' ? undefined : ask} />
        ) : over ? (
          <Banner tone="warn" title="The ten minutes are over.">
            The secret was put away. Notehook goes on verifying deliveries with it.
          </Banner>
        ) : revealed ? (
          <Secret secret={revealed.secret} seconds={seconds} />
        ) : (
          <Skeleton lines={2} label="Fetching the secret" />
        )}
        {error ? null : <KeptHere />}
        {held ? (
          <Checkbox isSelected={isSafe} onChange={setSafe}>
            I have copied it, or the copy kept here is enough
          </Checkbox>
        ) : null}
      </div>
    </Dialog>
  )
}

function useRevealed(endpointId: string) {
  const api = useApi()
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is how it is asked again
  useEffect(() => {
    let current = true
    setError(null)
    api.call('endpoints.reveal-secret', { id: endpointId }).then(
      (answer) => {
        if (current) setRevealed(answer)
      },
      (thrown: unknown) => {
        if (current) setError(asAppError(thrown))
      },
    )
    return () => {
      current = false
      setRevealed(null)
    }
  }, [api, endpointId, asked])
  const ask = useCallback(() => setAsked((count) => count + 1), [])

  const until = revealed === null ? null : Date.parse(revealed.until)
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(
      () => setRevealed((now) => now && { ...now, secret: '' }),
      Math.max(0, until - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [until])
  return { revealed, error, ask }
}

function Secret({ secret, seconds }: { readonly secret: string; readonly seconds: number }) {
  const [shown, setShown] = useState(false)
  const [copied, setCopied] = useState(false)
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
        <CopyButton text={secret} label="Copy the secret" onCopied={() => setCopied(true)}>
          Copy
        </CopyButton>
      </div>
      <p className={css.note}>Available here for another {minutesAndSeconds(seconds)}, ten minutes in all.</p>
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

function KeptHere() {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session) return null
  return (
    <p className={css.kept}>
      <ShieldCheck size={15} aria-hidden />
      {session.state !== 'welcome' && session.workspace.kind === 'practice' && session.keychain !== 'ready'
        ? 'Kept in memory until Notehook ends. Practice secrets are worth nothing elsewhere.'
        : keptWords[session.keychain]}
    </p>
  )
}

const keptWords: Readonly<Record<KeychainState, string>> = {
  ready: 'Kept in the keychain of this machine. Deliveries are verified with it, also after a restart.',
  memory: 'Kept in memory only, until Notehook ends. Copy it if you need it later.',
  none: 'Kept in memory only, until Notehook ends. Copy it if you need it later.',
  locked: 'The keychain of this machine is locked. Copy the secret, then unlock the keychain.',
}

export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const mask = 'whsec_••••••••••••••••••••••••••••••••'
