import { toast } from '#ui/feedback/toast/toast.ts'
import { failures } from '../list/copy.ts'

/** Reports that the host could not delete a hidden delivery. The delivery is shown again. */
export function toastRemovalFailed(reason: string): void {
  toast({ tone: 'danger', title: failures.removeOne, description: failures.shownAgain(reason) })
}
