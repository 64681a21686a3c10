import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../workspaces/index.ts'
import { checklist as copy, storage } from './copy.ts'
import css from './secret-reveal.module.css'

/** Whether the secret is stored and copied; the service never shows it again. */
export function SecretChecklist({
  copied,
  receivedHere,
  required,
  waived,
  onWaive,
}: {
  /** Since the dialog was opened. Later on, that it was never copied is not known, and not said. */
  readonly copied: boolean
  readonly receivedHere: boolean
  /** The dialog closes only once the secret is safe or the user waived a copy. */
  readonly required: boolean
  readonly waived: boolean
  readonly onWaive: (waived: boolean) => void
}) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session) return null
  const kept = isKept(session)
  return (
    <>
      <ul className={css.checklist} aria-label={copy.label}>
        <Item done={kept}>{storageText(session)}</Item>
        {copied || required ? (
          <Item done={copied}>{copied ? copy.copied : receivedHere ? copy.notNeeded : copy.notCopied}</Item>
        ) : null}
      </ul>
      {required && !kept && !copied ? (
        <Checkbox isSelected={waived} onChange={onWaive}>
          {copy.waive}
        </Checkbox>
      ) : null}
    </>
  )
}

function Item({ done, children }: { readonly done: boolean; readonly children: ReactNode }) {
  const Icon = done ? CircleCheck : Circle
  return (
    <li className={css.item} data-done={done}>
      <Icon size={15} role="img" aria-label={done ? copy.done : copy.open} />
      <span>{children}</span>
    </li>
  )
}

/** Whether the secret survives a restart. A sandbox secret counts as kept: it has no value elsewhere. */
export function useIsKept(): boolean {
  const { data: session } = useQuery(sessionStatus(useApi()))
  return session !== undefined && isKept(session)
}

function isKept(session: SessionStatus): boolean {
  return session.keychain === 'ready' || isSandbox(session)
}

const isSandbox = (session: SessionStatus) =>
  session.state !== 'welcome' && session.workspace.kind === 'sandbox'

function storageText(session: SessionStatus): string {
  return isSandbox(session) && session.keychain !== 'ready' ? copy.sandbox : storage[session.keychain]
}
