import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useApi } from '../../../host/client.ts'
import { replayAction as copy } from '../copy.ts'
import { replayList } from '../queries.ts'

export function ReplayResultsLink({ jobId }: { readonly jobId: string }) {
  const { data = [] } = useQuery(replayList(useApi()))
  const replay = data.find((one) => one.jobId === jobId)
  if (!replay) return null
  return (
    <Link to="/receivers" search={{ receiver: replay.receiverId, tab: 'sends', job: jobId }}>
      {copy.results}
    </Link>
  )
}

/** Returns a function that opens the results of a replay. It also works after the component has unmounted. */
export function useOpenReplay(): (jobId: string) => void {
  const options = replayList(useApi())
  const cache = useQueryClient()
  const navigate = useNavigate()
  return (jobId) =>
    void cache.fetchQuery(options).then(
      (replays) => {
        const replay = replays.find((one) => one.jobId === jobId)
        if (!replay) return
        void navigate({ to: '/receivers', search: { receiver: replay.receiverId, tab: 'sends', job: jobId } })
      },
      () => {},
    )
}
