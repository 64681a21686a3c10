import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { startListener } from '../deliveries/index.ts'
import { useEndpointNames } from '../endpoints/index.ts'
import { AttentionRow } from './attention-row.tsx'
import { actions, listenerOff } from './copy.ts'

/** Endpoints whose deliveries arrive nowhere, or will once they are enabled again. */
export function ListenerOffRow({ of }: { readonly of: readonly Endpoint[] }) {
  const names = useEndpointNames()
  const start = useSubmission(startListener(useApi(), useQueryClient()))
  return (
    <AttentionRow
      tone="danger"
      {...listenerOff(of)}
      about={of.map(({ id, url }) => names.of(id, url))}
      error={start.error}
      actions={
        <Button size="small" pending={start.isPending} onPress={() => start.mutate()}>
          {actions.startReceiving}
        </Button>
      }
    />
  )
}
