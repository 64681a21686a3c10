import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { passThrough, receiverList, setPassThrough } from '../../../nouns/receivers/queries.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import { passThroughBanner as copy } from '../copy.ts'

/**
 * Shown on every page while the service gets a receiver's own responses, because a bug there can make deliveries fail permanently.
 */
export function PassThroughBanner() {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data } = useQuery(passThrough(api))
  const { data: receivers } = useQuery(receiverList(api))
  const names = useEndpointNames()
  const off = useSubmission(setPassThrough(api, useQueryClient()))
  const on = data?.passThrough
  if (!on || !session) return null
  const isHere = session.state !== 'welcome' && session.workspace.id === on.workspaceId
  const name = receivers?.find(({ id }) => id === on.receiverId)?.name ?? copy.unknownReceiver
  return (
    <Banner
      edge
      tone="warn"
      title={copy.bannerTitle}
      action={
        <Button size="small" pending={off.isPending} onPress={() => off.mutate(null)}>
          {copy.turnOff}
        </Button>
      }
    >
      {isHere ? (
        <Link to="/receivers" search={{ receiver: on.receiverId, tab: 'settings' }}>
          <VisibleText text={copy.banner(name, names.of(on.endpointId))} />
        </Link>
      ) : (
        copy.bannerOther
      )}
    </Banner>
  )
}
