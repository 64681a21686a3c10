import { useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '#ui/feedback/toasts.tsx'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { isListenChoice, usualChoice } from './listening-words.ts'
import { listenStatus, startListening } from './queries.ts'

/** How listening stands, and its beginning as it was chosen last. */
export function useListening() {
  const api = useApi()
  const { data: status } = useQuery(listenStatus(api))
  const start = useSubmission({
    ...startListening(api, useQueryClient()),
    onError: (error) =>
      toast({ tone: 'danger', title: 'Listening could not begin.', description: error.message }),
  })
  const [choice, choose] = useDraft('listen', usualChoice, isListenChoice)
  return {
    status,
    choice,
    choose,
    isBeginning: start.isPending,
    begin(more: { readonly unproven?: boolean } = {}, chosen = choice) {
      const { scopes, events, temporary } = chosen
      start.mutate({ scopes: [...scopes], events: [...events], folderIds: [], temporary, ...more })
    },
  }
}
