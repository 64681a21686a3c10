import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { useApi } from '../../host/client.ts'
import { workspaceIn } from '../../host/session-cache.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { receiverList, setLive } from '../receivers/queries.ts'
import { failures } from './copy.ts'
import { defaultChoice, isListenChoice } from './listen-choice.ts'
import { listenStatus, startListening } from './queries.ts'
import { rememberSessionReceiver } from './session-receiver.ts'

/** Returns the state of the live session, and a function to start it with the last options. */
export function useListening() {
  const api = useApi()
  const { data: status } = useQuery(listenStatus(api))
  const cache = useQueryClient()
  const [choice, setChoice] = useDraft('listen', defaultChoice, isListenChoice)
  const { mutate: makeLive } = useMutation({
    ...setLive(api, cache),
    onError: (error) => toast({ tone: 'warn', title: failures.receiver, description: error.message }),
  })
  const options = startListening(api, cache)
  const submission = useSubmission({
    ...options,
    onSuccess(...done) {
      const receiver = cache
        .getQueryData(receiverList(api).queryKey)
        ?.find(({ id }) => id === choice.receiverId)
      if (receiver && !receiver.live) {
        rememberSessionReceiver(workspaceIn(cache), receiver.id)
        makeLive({ id: receiver.id, live: true })
      }
      return options.onSuccess?.(...done)
    },
    onError: (error) => toast({ tone: 'danger', title: failures.start, description: error.message }),
  })
  return {
    status,
    choice,
    setChoice,
    isStarting: submission.isPending,
    start(more: { readonly unproven?: boolean } = {}, chosen = choice) {
      const { scopes, events, temporary } = chosen
      submission.mutate({ scopes: [...scopes], events: [...events], folderIds: [], temporary, ...more })
    },
  }
}
