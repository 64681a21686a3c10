import { toast, withdrawProblem } from '#ui/feedback/toast/toast.ts'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { testResult as copy } from './copy.ts'
import { testReceiver } from './queries.ts'

export function useReceiverTest(): (receiverId: string) => void {
  return useSubmission({
    ...testReceiver(useApi()),
    onSuccess({ state, connectMs, problem }) {
      if (state === 'up') {
        withdrawProblem(copy.down)
        toast({ title: copy.up(connectMs) })
      } else toast({ tone: 'warn', title: copy.down, ...(problem ? { description: problem } : {}) })
    },
    onError: (error) => toast({ tone: 'danger', title: copy.down, description: error.message }),
  }).mutate
}
