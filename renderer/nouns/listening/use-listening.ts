import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { useApi } from '../../host/client.ts'
import { workspaceIn } from '../../host/session-cache.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { receiverList, setLive } from '../receivers/queries.ts'
import { failures } from './copy.ts'
import { listenStatus, rememberSessionReceiver, startListening } from './queries.ts'

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

/** A live session's options: its scopes, its event types, and whether the endpoint is deleted at the end. */
export interface ListenChoice {
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly temporary: boolean
  /** The receiver that the session turns on, or `null` for none. */
  readonly receiverId?: string | null
}

const defaultChoice: ListenChoice = { scopes: ['personal', 'public'], events: [], temporary: true }

function isListenChoice(stored: unknown): stored is ListenChoice {
  if (typeof stored !== 'object' || stored === null) return false
  const { scopes, events, temporary, receiverId = null } = stored as Record<string, unknown>
  if (receiverId !== null && !areShortTexts([receiverId])) return false
  return areShortTexts(scopes) && areShortTexts(events) && typeof temporary === 'boolean'
}

const areShortTexts = (value: unknown) =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && text.length < 100)
