import { useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/rpc/contract.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useApi } from '../../host/client.ts'
import { copy } from './copy.ts'
import { addStartedExport } from './queries.ts'

/** Returns a function that saves or downloads text as a file. */
export function useSaveText(): (file: InputOf<'exports.start-text'>) => void {
  const api = useApi()
  const cache = useQueryClient()
  return (file) =>
    void api.call('exports.start-text', file).then(
      ({ jobId }) => addStartedExport(cache, jobId),
      (error: Error) => toast({ tone: 'danger', title: copy.notStarted, description: error.message }),
    )
}
