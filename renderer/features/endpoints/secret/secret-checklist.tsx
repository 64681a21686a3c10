import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { KeychainState, SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../workspaces/index.ts'
import css from './secret-reveal.module.css'

/** What makes a secret safe, and whether it is: the service never shows it again. */
export function SecretChecklist({
  copied,
  receivedHere,
  asked,
  waived,
  onWaive,
}: {
  readonly copied: boolean
  readonly receivedHere: boolean
  /** Whether it has to be safe before this can be closed. */
  readonly asked: boolean
  readonly waived: boolean
  readonly onWaive: (waived: boolean) => void
}) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session) return null
  const kept = isKept(session)
  return (
    <>
      <ul className={css.checklist} aria-label="Is the secret safe?">
        <Item done={kept}>{keptWords(session)}</Item>
        <Item done={copied}>
          {copied
            ? 'Copied. Put it where your receiver finds it, such as an environment variable.'
            : receivedHere
              ? 'Not copied. The inspector on this machine needs no copy.'
              : 'Not copied yet. Your receiver needs it to verify deliveries.'}
        </Item>
      </ul>
      {asked && !kept && !copied ? (
        <Checkbox isSelected={waived} onChange={onWaive}>
          Close without a copy: the secret is gone when Notehook ends
        </Checkbox>
      ) : null}
    </>
  )
}

function Item({ done, children }: { readonly done: boolean; readonly children: ReactNode }) {
  const Icon = done ? CircleCheck : Circle
  return (
    <li className={css.item} data-done={done}>
      <Icon size={15} role="img" aria-label={done ? 'Done' : 'Open'} />
      <span>{children}</span>
    </li>
  )
}

/** Whether the secret outlives this run; one of the sandbox workspace is worth nothing elsewhere. */
export function useIsKept(): boolean {
  const { data: session } = useQuery(sessionStatus(useApi()))
  return session !== undefined && isKept(session)
}

function isKept(session: SessionStatus): boolean {
  return session.keychain === 'ready' || isSandbox(session)
}

const isSandbox = (session: SessionStatus) =>
  session.state !== 'welcome' && session.workspace.kind === 'sandbox'

function keptWords(session: SessionStatus): string {
  return isSandbox(session) && session.keychain !== 'ready'
    ? 'Kept in memory until Notehook ends. Sandbox secrets are worth nothing elsewhere.'
    : words[session.keychain]
}

const words: Readonly<Record<KeychainState, string>> = {
  ready: 'Kept in the keychain of this machine. Deliveries are verified with it, also after a restart.',
  memory: 'Kept in memory only, until Notehook ends. Copy it if you need it later.',
  none: 'Kept in memory only, until Notehook ends. Copy it if you need it later.',
  locked: 'The keychain of this machine is locked. Copy the secret, then unlock the keychain.',
}
