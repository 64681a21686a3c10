import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, Info } from 'lucide-react'
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
        <Item state={session.keychain === 'ready' ? 'done' : kept ? 'fact' : 'open'}>
          {storageText(session)}
        </Item>
        {copied || required ? (
          <Item state={copied ? 'done' : receivedHere ? 'fact' : 'open'}>
            {copied ? copy.copied : receivedHere ? copy.notNeeded : copy.notCopied}
          </Item>
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

const icons = { done: CircleCheck, open: Circle, fact: Info }

/** `fact`: neither done nor to do. */
function Item({ state, children }: { readonly state: keyof typeof icons; readonly children: ReactNode }) {
  const Icon = icons[state]
  return (
    <li className={css.item} data-done={state === 'done'}>
      <Icon
        size={15}
        {...(state === 'fact' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': copy[state] })}
      />
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
