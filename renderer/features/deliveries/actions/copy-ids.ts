import { toast } from '#ui/feedback/toast/toast.ts'
import { actions as copy } from '../detail/copy.ts'

/** Copies one or more values of the header webhook-id. */
export function copyIds(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast({ title: copy.idCopied }),
    () => toast({ tone: 'danger', title: copy.notCopied }),
  )
}
