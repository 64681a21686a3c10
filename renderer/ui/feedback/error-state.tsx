import { CircleAlert, Hourglass, KeyRound, Lock, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type AppError, asAppError, type ErrorCode } from '#shared/errors.ts'
import { classes } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { TimeText } from '../text/time-text.tsx'
import { VisibleText } from '../text/visible-text.tsx'
import { Banner } from './banner.tsx'
import css from './empty-state.module.css'

export interface ErrorStateProps {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
  readonly retrying?: boolean
  readonly action?: ReactNode
}

interface ErrorBannerProps extends ErrorStateProps {
  /** The time in milliseconds when the visible content was loaded. */
  readonly readAt?: number
}

export function ErrorState({ error, onRetry, retrying = false, action }: ErrorStateProps) {
  const { code, message, details } = asAppError(error)
  const Icon = icons[code] ?? CircleAlert
  const canRetry = onRetry && code !== 'no-session'
  return (
    <div className={css.empty} role="alert">
      <span className={classes(css.icon, css.danger)} aria-hidden>
        <Icon size={22} strokeWidth={1.6} />
      </span>
      <p className={css.title}>{titles[code] ?? 'Something went wrong'}</p>
      <div className={css.text}>
        <VisibleText text={message} />
      </div>
      {details.detail ? (
        <div className={css.detail}>
          {details.status ? `${details.status}: ` : null}
          <VisibleText text={details.detail} />
        </div>
      ) : null}
      {details.requestId ? (
        <div className={css.request}>
          Request ID <code>{details.requestId}</code>
          <CopyButton text={details.requestId} label="Copy request ID" />
        </div>
      ) : null}
      {action || canRetry ? (
        <div className={css.action}>
          {action}
          {canRetry ? <RetryButton error={asAppError(error)} onRetry={onRetry} retrying={retrying} /> : null}
        </div>
      ) : null}
    </div>
  )
}

/** Shows an error on one line above a form or list that is still shown. */
export function ErrorBanner({ error, onRetry, retrying = false, action, readAt }: ErrorBannerProps) {
  const { code, message, details } = asAppError(error)
  // Shows nothing for a lost connection, which has its own banner. Everything is refetched after reconnecting.
  if (onRetry && (code === 'host-lost' || code === 'no-session')) return null
  const facts = [
    details.status ? `Status ${details.status}` : null,
    details.requestId ? `request ID ${details.requestId}` : null,
  ].filter(Boolean)
  return (
    <Banner
      tone="danger"
      title={message}
      action={
        <>
          {action}
          {onRetry ? <RetryButton error={asAppError(error)} onRetry={onRetry} retrying={retrying} /> : null}
        </>
      }
    >
      {details.detail ? <VisibleText text={details.detail} /> : null}
      {facts.length > 0 ? <div>{facts.join(', ')}</div> : null}
      {readAt ? (
        <div>
          Last updated <TimeText iso={new Date(readAt).toISOString()} />.
        </div>
      ) : null}
    </Banner>
  )
}

function RetryButton({
  error,
  onRetry,
  retrying,
}: {
  readonly error: AppError
  readonly onRetry: () => void
  readonly retrying: boolean
}) {
  const seconds = useCountdown(error, error.details.retryAfterSeconds)
  return (
    <Button onPress={onRetry} pending={retrying} isDisabled={seconds > 0}>
      {seconds > 0 ? `Try again in ${seconds} s` : 'Try again'}
    </Button>
  )
}

const icons: Partial<Record<ErrorCode, typeof CircleAlert>> = {
  unreachable: WifiOff,
  'host-lost': WifiOff,
  'no-session': WifiOff,
  timeout: Hourglass,
  'rate-limited': Hourglass,
  'key-rejected': KeyRound,
  'key-missing': KeyRound,
  'keychain-locked': Lock,
  'keychain-waiting': Lock,
}

const titles: Partial<Record<ErrorCode, string>> = {
  unreachable: 'Service unreachable',
  timeout: 'Service timed out',
  'host-lost': 'Not connected to Notehook',
  'no-session': 'Not connected to Notehook',
  'rate-limited': 'Rate limited',
  'key-rejected': 'API key rejected',
  'key-missing': 'API key missing',
  'keychain-locked': 'Keychain locked',
  'keychain-waiting': 'Keychain not responding',
  forbidden: 'Not allowed',
  'not-found': 'Not found',
  'too-large': 'Too large',
  'bad-response': 'Invalid response',
  'service-failed': 'Service error',
  'no-webhooks': 'No webhooks on this plan',
  internal: 'Something went wrong',
}

/** Returns the whole seconds since a time in milliseconds. Updates every second. */
export function useSecondsSince(timeMs: number): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((Date.now() - timeMs) / 1000))
}

/** Returns the remaining seconds of a countdown from `seconds`. A new `occasion` starts the countdown again. */
export function useCountdown(occasion: unknown, seconds: number | undefined): number {
  const [start, setStart] = useState(() => ({ occasion, at: Date.now() }))
  if (start.occasion !== occasion) setStart({ occasion, at: Date.now() })
  return useSecondsUntil(seconds === undefined ? null : start.at + seconds * 1000)
}

/**
 * Returns the whole seconds until a time in milliseconds. Updates every second. Returns 0 if the time has passed or is `null`.
 */
export function useSecondsUntil(timeMs: number | null): number {
  const left = () => (timeMs === null ? 0 : Math.max(0, Math.ceil((timeMs - Date.now()) / 1000)))
  const [, tick] = useState(0)
  const seconds = left()
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => tick((count) => count + 1), 1000)
    return () => clearTimeout(timer)
  })
  return seconds
}
