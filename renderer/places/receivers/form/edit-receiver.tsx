import { useState } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { useApi } from '../../../host/client.ts'
import { failures } from '../../../nouns/receivers/copy.ts'
import { form as copy } from '../../../nouns/receivers/form/copy.ts'
import {
  fieldsOf,
  type ReceiverFields,
  secretsOf,
  settingsOf,
} from '../../../nouns/receivers/form/receiver-fields.ts'
import { ReceiverSheet } from '../../../nouns/receivers/form/receiver-sheet.tsx'

/** Edits a receiver. If it is deleted during the edit, the input can be added as a new one. */
export function EditReceiver({
  receiver,
  isGone,
  onClose,
  onSaved,
}: {
  readonly receiver: Receiver
  readonly isGone: boolean
  readonly onClose: () => void
  readonly onSaved: (receiver: Receiver, fields: ReceiverFields) => void
}) {
  const api = useApi()
  // Keeps the values from when the form opened, because the status changes several times a second.
  const [{ initial, secrets }] = useState(() => ({
    initial: fieldsOf(receiver),
    secrets: secretsOf(receiver),
  }))
  return (
    <ReceiverSheet
      title={copy.editTitle}
      action={isGone ? copy.addAgain : copy.save}
      draftName={`receiver-edit:${receiver.id}`}
      initial={initial}
      initialSecrets={secrets}
      before={isGone ? undefined : receiver}
      above={
        isGone ? (
          <Banner tone="warn" title={copy.deleted}>
            {copy.deletedText}
          </Banner>
        ) : null
      }
      failedTitle={isGone ? failures.create : failures.update}
      doneTitle={isGone ? copy.added : copy.saved}
      onSubmit={(fields, typed) => {
        const settings = settingsOf(fields, typed)
        const own = fields.signsWith === 'own' && typed.ownSecret !== '' ? { ownSecret: typed.ownSecret } : {}
        return isGone
          ? api.call('receivers.create', { ...settings, ...own })
          : api.call('receivers.update', { id: receiver.id, changes: { ...settings, ...own } })
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
