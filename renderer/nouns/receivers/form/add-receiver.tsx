import type { Receiver } from '#shared/receivers/model.ts'
import { useApi } from '../../../host/client.ts'
import { failures } from '../copy.ts'
import { form as copy } from './copy.ts'
import { emptyFields, settingsOf } from './receiver-fields.ts'
import { ReceiverSheet } from './receiver-sheet.tsx'

export default function AddReceiver({
  onClose,
  onSaved,
}: {
  readonly onClose: () => void
  readonly onSaved: (receiver: Receiver, needsApproval: boolean) => void
}) {
  const api = useApi()
  return (
    <ReceiverSheet
      title={copy.addTitle}
      action={copy.add}
      draftName="receiver-new"
      initial={emptyFields}
      failedTitle={failures.create}
      doneTitle={copy.added}
      doneText={copy.addedText}
      onSubmit={(fields, secrets) =>
        api.call('receivers.create', {
          ...settingsOf(fields, secrets),
          ...(fields.signsWith === 'own' && secrets.ownSecret !== '' ? { ownSecret: secrets.ownSecret } : {}),
        })
      }
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}
