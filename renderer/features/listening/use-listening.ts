import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/feedback/toasts.tsx'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { failures } from './copy.ts'
import { defaultChoice, isListenChoice } from './listen-choice.ts'
import { listenStatus, startListening } from './queries.ts'

/** The state of listening, and how to start it with the last choice. */
export function useListening() {
  const api = useApi()
  const { data: status } = useQuery(listenStatus(api))
  const submission = useSubmission({
    ...startListening(api, useQueryClient()),
    onError: (error) => toast({ tone: 'danger', title: failures.start, description: error.message }),
  })
  const [choice, setChoice] = useDraft('listen', defaultChoice, isListenChoice)
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
