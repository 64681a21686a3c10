import { type ReactNode, useState } from 'react'
import type { SignedBy } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Select } from '#ui/controls/select.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useEndpointNames } from '../../endpoints/index.ts'
import css from './compose.module.css'
import { compose as copy, signing } from './copy.ts'
import { SecretField } from './secret-field.tsx'
import { type SigningChoice, signedByOf, signingOptions, usualChoice } from './signing.ts'

/** What is sent is signed with: a choice, and a pasted secret that is only here. Closing with one asks first. */
export function useSigning(
  receiver: Receiver,
  {
    originEndpointId = null,
    onClose,
  }: { readonly originEndpointId?: string | null; readonly onClose: () => void },
): {
  readonly signedBy: SignedBy
  /** A secret has to be pasted first. */
  readonly isMissing: boolean
  readonly close: () => void
  readonly field: ReactNode
  readonly dialog: ReactNode
} {
  const endpoints = useEndpointNames()
  // The secret of an endpoint that leads to this receiver comes first.
  const listed = [...endpoints.list]
    .sort((a, b) => Number(b.url === receiver.url) - Number(a.url === receiver.url))
    .map(({ id }) => id)
  const endpointIds = [...new Set(originEndpointId === null ? listed : [originEndpointId, ...listed])]
  const [signs, setSigns] = useState<SigningChoice | null>(null)
  const choice = signs ?? usualChoice(receiver, endpointIds[0] ?? null)
  const [secret, setSecret] = useState('')
  const [isLeaving, setLeaving] = useState(false)
  return {
    signedBy: signedByOf(choice, secret),
    isMissing: choice === 'pasted' && secret.trim() === '',
    close() {
      if (choice === 'pasted' && secret !== '') setLeaving(true)
      else onClose()
    },
    field: (
      <div className={css.stack}>
        <Select
          label={signing.label}
          options={signingOptions(receiver, endpointIds, endpoints)}
          value={choice}
          onChange={setSigns}
        />
        <SecretField choice={choice} secret={secret} onChange={setSecret} />
      </div>
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
