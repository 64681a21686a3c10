import { type ReactNode, useState } from 'react'
import type { SignedBy } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Select } from '#ui/controls/select.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useEndpointNames } from '../../endpoints/endpoint-names.ts'
import css from '../compose/compose.module.css'
import { compose as copy } from '../compose/copy.ts'
import { signing } from '../copy.ts'
import { SecretField } from './secret-field.tsx'
import { byLikelihood, type NamedChoice, namedOptions, type SigningChoice, signerOf } from './signing.ts'
import { useNamedChoice } from './use-named-choice.ts'

/**
 * Returns the chosen secret, with a field to choose or paste one. Closing asks for confirmation if a pasted secret would be lost.
 */
export function useSigning(
  receiver: Receiver,
  {
    originEndpointId = null,
    onClose,
  }: { readonly originEndpointId?: string | null; readonly onClose: () => void },
): {
  readonly signedBy: SignedBy
  readonly isMissing: boolean
  readonly close: () => void
  /** Keeps the current choice, which could otherwise change when more endpoints have loaded. */
  readonly keep: () => void
  readonly field: ReactNode
  readonly dialog: ReactNode
} {
  const endpoints = useEndpointNames()
  const listed = byLikelihood(endpoints.list, receiver)
  const endpointIds = [...new Set(originEndpointId === null ? listed : [originEndpointId, ...listed])]
  const [usual, choose] = useNamedChoice(receiver, endpointIds, originEndpointId)
  const [kept, setKept] = useState<{ readonly receiverId: string; readonly choice: NamedChoice } | null>(null)
  const named = kept?.receiverId === receiver.id ? kept.choice : usual
  const [isPasted, setPasted] = useState(false)
  const choice: SigningChoice = isPasted ? 'pasted' : named
  const [secret, setSecret] = useState('')
  const [isLeaving, setLeaving] = useState(false)
  return {
    signedBy: isPasted ? { kind: 'pasted', secret } : signerOf(named),
    isMissing: isPasted && secret.trim() === '',
    close() {
      if (isPasted && secret !== '') setLeaving(true)
      else onClose()
    },
    keep: () => setKept({ receiverId: receiver.id, choice: named }),
    field: (
      <>
        <Select
          label={signing.label}
          className={css.row}
          options={[
            ...namedOptions(receiver, endpointIds, endpoints),
            { value: 'pasted', label: signing.pasted, description: signing.pastedText },
          ]}
          value={choice}
          onChange={(next: SigningChoice) => {
            setPasted(next === 'pasted')
            setKept(null)
            if (next !== 'pasted') choose(next)
          }}
        />
        {choice === 'pasted' || choice === 'sample' ? (
          <div className={css.beside}>
            <SecretField choice={choice} secret={secret} onChange={setSecret} />
          </div>
        ) : null}
      </>
    ),
    dialog: (
      <ConfirmDialog
        title={copy.leave}
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        confirmLabel={copy.discard}
        onConfirm={onClose}
      >
        <p>{copy.leaveText}</p>
      </ConfirmDialog>
    ),
  }
}
