import { toast } from '#ui/feedback/toast/toast.ts'
import { actions as copy } from './copy.ts'

/** Copies a text and says so. */
export function copyText(text: string, done: string, description?: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast({ title: done, ...(description === undefined ? {} : { description }) }),
    () => toast({ tone: 'danger', title: copy.notCopied }),
  )
}
