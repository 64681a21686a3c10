import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { useApi } from '../../../host/client.ts'
import { endpointList } from '../../endpoints/queries.ts'
import { sessionStatus } from '../../workspaces/session-queries.ts'
import { failures } from '../copy.ts'
import { receiverList } from '../queries.ts'
import { form as copy } from './copy.ts'
import { emptyFields, type ReceiverFields, settingsOf } from './receiver-fields.ts'
import { ReceiverSheet } from './receiver-sheet.tsx'

export default function AddReceiver({
  onClose,
  onSaved,
}: {
  readonly onClose: () => void
  readonly onSaved: (receiver: Receiver, fields: ReceiverFields) => void
}) {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: endpoints, isLoading } = useQuery({
    ...endpointList(api),
    enabled: session?.state === 'connected',
  })
  const { data: receivers = [] } = useQuery(receiverList(api))
  // The form chooses its endpoint only once, so it must not open before the endpoints have loaded.
  if (session === undefined || isLoading) return null
  return (
    <ReceiverSheet
      title={copy.addTitle}
      action={copy.add}
      draftName="receiver-new"
      initial={{ ...emptyFields, endpointIds: usualEndpoint(endpoints ?? []) }}
      isNew
      taken={receivers.map(({ name }) => name)}
      failedTitle={failures.create}
      doneTitle={copy.added}
      onSubmit={(fields, secrets, name) =>
        api.call('receivers.create', {
          ...settingsOf(fields, secrets),
          name,
          live: fields.live,
          ...(fields.signsWith === 'own' && secrets.ownSecret !== '' ? { ownSecret: secrets.ownSecret } : {}),
        })
      }
      onClose={onClose}
      onSaved={onSaved}
    />
  )
}

/** Returns the endpoint whose deliveries arrive on this computer. If there are several, returns the most recent one. */
function usualEndpoint(endpoints: readonly Endpoint[]): readonly string[] {
  const rank = ({ enabled, receivedHere, lastDeliveryAt }: Endpoint) =>
    enabled && receivedHere ? Date.parse(lastDeliveryAt ?? '') || 0 : -1
  return endpoints
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, 1)
    .map(({ id }) => id)
}
