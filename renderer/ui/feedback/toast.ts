import { type LucideIcon, Trash2 } from 'lucide-react'
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'
import { undoKeys } from '../platform-keys.ts'
import type { Tone } from '../status/status-pill.tsx'

export interface ToastText {
  readonly title: string
  readonly description?: string
  readonly tone?: Extract<Tone, 'ok' | 'info' | 'warn' | 'danger'>
  /** What can be done about it. Closes the toast. */
  readonly action?: { readonly label: string; readonly keys?: string; readonly onPress: () => void }
  readonly icon?: LucideIcon
}

export interface ToastContent extends ToastText {
  /** Problems that it took the place of, the newest first. */
  readonly earlier: readonly ToastText[]
  /** Those among them that came with it, so that no screen reader had the time to say them. */
  readonly unsaid: readonly ToastText[]
}

/** What is shown, the newest first. */
export const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 })

/** Says that something was done. What went wrong stays until it is dismissed; a pile of it would cover the list, so it is one toast. */
export function toast(text: ToastText): void {
  if (isProblem(text)) toastProblem(text)
  else toastDone(text)
}

function toastDone(text: ToastText): void {
  // What was done before is old news, and may be the opposite.
  if (lastDone !== null) queue.close(lastDone)
  lastDone = queue.add({ ...text, earlier: [], unsaid: [] }, { timeout: text.action ? 10_000 : 6000 })
}

/** Deletions that can be undone now, the newest last. */
const undoable: { readonly key: string; readonly undo: () => void }[] = []

/**
 * Says that something was deleted, for as long as it can be restored. Each has its message: the key undoes the newest, and pressed
 * again the one before.
 */
export function toastUndo({
  title,
  forMs,
  undo,
}: {
  readonly title: string
  readonly forMs: number
  readonly undo: () => void
}): void {
  const content = {
    title,
    tone: 'info' as const,
    icon: Trash2,
    action: { label: 'Undo', keys: undoKeys, onPress: undo },
    earlier: [],
    unsaid: [],
  }
  const forget = () => {
    const at = undoable.findIndex((one) => one.key === key)
    if (at >= 0) undoable.splice(at, 1)
  }
  const key = queue.add(content, { onClose: forget })
  undoable.push({ key, undo })
  // Of its own, since the time of a message stops while the pointer is over it, and that of what is deleted does not.
  setTimeout(() => queue.close(key), forMs)
}

/** Restores what was deleted last; `false`: nothing can be restored. */
export function undoNewest(): boolean {
  const newest = undoable.at(-1)
  if (!newest) return false
  newest.undo()
  queue.close(newest.key)
  return true
}

function toastProblem(text: ToastText): void {
  const now = performance.now()
  const shown = queue.visibleToasts.find(({ content }) => isProblem(content))
  const isOther = ({ title, description }: ToastText) =>
    title !== text.title || description !== text.description
  const { content } = shown ?? {}
  const earlier = content ? [content, ...content.earlier].filter(isOther).slice(0, mostEarlier) : []
  const isHasty = now - lastProblemAt < saidAfterMs
  const unsaid = content && isHasty ? [content, ...content.unsaid].filter(isOther) : []
  lastProblemAt = now
  if (shown) queue.close(shown.key)
  queue.add({ ...text, earlier, unsaid })
}

const isProblem = ({ tone }: ToastText) => tone === 'danger' || tone === 'warn'

const mostEarlier = 20
/** So long a toast is there before a screen reader has surely begun with it. */
const saidAfterMs = 1000
let lastProblemAt = Number.NEGATIVE_INFINITY

let lastDone: string | null = null
