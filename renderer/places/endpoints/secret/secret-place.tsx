import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { useApi } from '../../../host/client.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { place as copy } from './copy.ts'
import css from './secret-reveal.module.css'

/** Explains where the secret is stored, and whether the user must copy it, because the service never shows it again. */
export function SecretPlace({
  copied,
  receivedHere,
  required,
  waived,
  onWaive,
}: {
  /** Whether the secret was copied since the dialog opened. */
  readonly copied: boolean
  readonly receivedHere: boolean
  /** Whether the dialog stays open until the secret is safe or the user declined to copy it. */
  readonly required: boolean
  readonly waived: boolean
  readonly onWaive: (waived: boolean) => void
}) {
  const { data: session } = useQuery(sessionStatus(useApi()))
  if (!session) return null
  const kept = isKept(session)
  const isDone = session.keychain === 'ready' || (kept && copied)
  const Icon = isDone ? CircleCheck : kept || copied ? Info : TriangleAlert
  return (
    <>
      <p className={css.place} data-look={isDone ? 'done' : kept || copied ? 'fact' : 'open'}>
        <Icon size={15} aria-hidden />
        <span>
          {copy.storage[kept && session.keychain !== 'ready' ? 'sandbox' : session.keychain]}{' '}
          {copied
            ? copy.copied
            : !kept
              ? copy.copyNow
              : required
                ? receivedHere
                  ? copy.noCopy
                  : copy.copyAnyTime
                : null}
        </span>
      </p>
      {required && !kept && !copied ? (
        <Checkbox isSelected={waived} onChange={onWaive}>
          {copy.waive}
        </Checkbox>
      ) : null}
    </>
  )
}

/** Whether the secret survives a restart. A sandbox secret counts as kept, because it has no value elsewhere. */
export function useIsKept(): boolean {
  const { data: session } = useQuery(sessionStatus(useApi()))
  return session !== undefined && isKept(session)
}

function isKept(session: SessionStatus): boolean {
  return session.keychain === 'ready' || isSandbox(session)
}

/** Whether the open workspace is a sandbox. Its secrets have no value elsewhere. */
export const isSandbox = (session: SessionStatus) =>
  session.state !== 'welcome' && session.workspace.kind === 'sandbox'
