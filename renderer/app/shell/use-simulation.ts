import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useApi } from '../../host/client.ts'
import { setResponse, simulatedResponses } from '../../nouns/deliveries/simulate/queries.ts'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'
import { copy } from './copy.ts'

export function useSimulation() {
  const api = useApi()
  const { data: all = [] } = useQuery(simulatedResponses(api))
  const { data: session } = useQuery(sessionStatus(api))
  const openId = session && session.state !== 'welcome' ? session.workspace.id : undefined
  const { mutateAsync, isPending } = useMutation({
    ...setResponse(api, useQueryClient()),
    onError: (error) =>
      toast({ tone: 'danger', title: copy.simulated.notStopped, description: error.message }),
  })
  // Only the open workspace's simulations are shown, although the listener serves every workspace.
  const simulated = all.filter(({ workspaceId }) => workspaceId === openId)
  return {
    simulated,
    isStopping: isPending,
    async stop() {
      for (const { endpointId } of simulated) await mutateAsync({ endpointId, rule: null }).catch(() => {})
    },
  }
}
