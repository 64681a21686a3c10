import { toast } from './toast/toast.ts'

export function copyText(text: string, done: string, description?: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast({ title: done, ...(description === undefined ? {} : { description }) }),
    () => toast({ tone: 'danger', title: 'Couldn’t copy' }),
  )
}
