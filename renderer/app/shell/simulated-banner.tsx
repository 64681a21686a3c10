import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { responseWords } from '#shared/deliveries/recorded-response.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { setResponse, simulatedResponses } from '../../features/deliveries/index.ts'
import { useEndpointNames } from '../../features/endpoints/index.ts'
import { sessionStatus } from '../../features/workspaces/index.ts'
import { useApi } from '../../host/client.ts'
import { copy } from './copy.ts'
import css from './simulated-banner.module.css'

/** Shown on every page while responses of the open workspace are simulated, because a forgotten simulation loses deliveries. */
export function SimulatedBanner() {
  const api = useApi()
  const cache = useQueryClient()
  const names = useEndpointNames()
  const { data: all = [] } = useQuery(simulatedResponses(api))
  const { data: session } = useQuery(sessionStatus(api))
  const openId = session && session.state !== 'welcome' ? session.workspace.id : undefined
  // The listener serves every workspace. The simulations of another workspace are shown there.
  const data = all.filter(({ workspaceId }) => workspaceId === openId)
  const change = useMutation({
    ...setResponse(api, cache),
    onError: (error) =>
      toast({ tone: 'danger', title: copy.simulated.notChanged, description: error.message }),
  })
  if (data.length === 0) return null
  const toNormal = async () => {
    for (const { endpointId } of data) await change.mutateAsync({ endpointId, rule: null }).catch(() => {})
  }
  return (
    <Banner
      edge
      tone="warn"
      title={copy.simulated.title(data.length)}
      action={
        <Button size="small" variant="primary" pending={change.isPending} onPress={() => void toNormal()}>
          {copy.simulated.back}
        </Button>
      }
    >
      {data.map(({ endpointId, rule }) => (
        <div key={endpointId}>
          <Link to="/inspector" search={{ q: `endpoint:${endpointId}`, answers: true }}>
            <VisibleText text={names.isListed(endpointId) ? names.of(endpointId) : endpointId} />
          </Link>
          : {responseWords(rule)}
        </div>
      ))}
      <span className={css.calm}>{copy.simulated.stillStored}</span>
    </Banner>
  )
}
