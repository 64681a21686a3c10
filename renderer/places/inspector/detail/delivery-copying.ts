import { asAppError } from '#shared/errors.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import { useApi } from '../../../host/client.ts'
import { copyMenu as copy } from './copy.ts'

export type CopyFormat = InputOf<'deliveries.copy'>['as']

/**
 * Returns a function that copies a delivery in one of several text formats. The host removes API keys from the headers and never
 * includes the signing secret.
 */
export function useCopyDelivery(id: number): (as: CopyFormat) => void {
  const api = useApi()
  const run = async (as: CopyFormat) => {
    try {
      const { text } = await api.call('deliveries.copy', { id, as })
      const isCopied = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
      if (!isCopied) return void toast({ tone: 'danger', title: copy.failed, description: copy.notAllowed })
      const { done, description } = copy.formats[as]
      toast({ title: done, ...(description ? { description } : {}) })
    } catch (thrown) {
      toast({ tone: 'danger', title: copy.failed, description: asAppError(thrown).message })
    }
  }
  return (as) => void run(as)
}
