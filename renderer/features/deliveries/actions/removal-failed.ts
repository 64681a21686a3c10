import { toast } from '#ui/feedback/toast/toast.ts'
import { failures } from '../list/copy.ts'

/** The host could not delete what was hidden, for this reason, and shows it again. */
export function toastRemovalFailed(reason: string): void {
  toast({ tone: 'danger', title: failures.removeOne, description: failures.shownAgain(reason) })
}
