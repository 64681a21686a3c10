import { toast } from './toast/toast.ts'

/** Copies `text` to the clipboard and shows whether that worked. */
export function copyText(text: string, done: string, description?: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast({ title: done, ...(description === undefined ? {} : { description }) }),
    () => toast({ tone: 'danger', title: 'Couldn’t copy' }),
  )
}
