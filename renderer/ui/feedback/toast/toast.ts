import { type LucideIcon, Trash2 } from 'lucide-react'
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'
import { undoKeys } from '../../platform-keys.ts'
import type { Tone } from '../../status/status-pill.tsx'

export interface ToastText {
  readonly title: string
  readonly description?: string
  readonly tone?: Extract<Tone, 'ok' | 'info' | 'warn' | 'danger'>
  readonly action?: { readonly label: string; readonly keys?: string; readonly onPress: () => void }
  readonly icon?: LucideIcon
  /** Whether a warning stays open until the user dismisses it. */
  readonly stays?: boolean
  /** The subject of the message. The next message about the same subject replaces it. */
  readonly about?: string
}

export interface ToastContent extends ToastText {
  readonly earlier: readonly ToastText[]
  /** Problems that this toast replaced before a screen reader could announce them. */
  readonly unsaid: readonly ToastText[]
  /** When the action of the toast expires, in milliseconds of `performance.now()`, and how long it is offered. */
  readonly ends?: { readonly at: number; readonly afterMs: number }
}

export const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 })

/**
 * Shows a message. A failure stays until the user dismisses it or the same action succeeds. A warning closes once the user had
 * time to read it, unless it has an action or `stays` is set. All problems share one toast, so that toasts don't cover the page.
 */
export function toast(text: ToastText): void {
  if (text.about !== undefined) withdraw(({ about }) => about === text.about)
  if (isProblem(text)) toastProblem(text)
  else toastDone(text)
}

/** Closes the last success message, because a new one replaces it. */
function closeLastDone(): void {
  if (lastDone !== null) queue.close(lastDone)
}

function toastDone(text: ToastText): void {
  closeLastDone()
  lastDone = queue.add({ ...text, earlier: [], unsaid: [] }, { timeout: text.action ? 10_000 : 6000 })
}

interface Undoable {
  readonly content: ToastContent
  readonly undo: () => void
  readonly place: string
  /** The key of the toast, or `null` while it is hidden because another page is open. */
  key: string | null
}

const undoable: Undoable[] = []
let placeNow = ''

/**
 * Shows a toast that offers to undo a deletion. It is visible only on the page `place`, but the undo shortcut works on every page
 * and restores the newest deletion first.
 */
export function toastUndo({
  title,
  description,
  forMs,
  undo,
}: {
  readonly title: string
  readonly description?: string | undefined
  readonly forMs: number
  readonly undo: () => void
}): void {
  const content = {
    title,
    ...(description === undefined ? {} : { description }),
    tone: 'info' as const,
    icon: Trash2,
    action: { label: 'Undo', keys: undoKeys, onPress: undo },
    earlier: [],
    unsaid: [],
    ends: { at: performance.now() + forMs, afterMs: forMs },
  }
  closeLastDone()
  const one: Undoable = { content, undo, place: placeNow, key: null }
  undoable.push(one)
  showUndo(one)
  // The toast's own timer pauses while the pointer is over it, but the time to undo must not get longer.
  setTimeout(() => forgetUndo(one), forMs)
}

function showUndo(one: Undoable): void {
  const key = queue.add(one.content, { onClose: () => one.key === key && forgetUndo(one) })
  one.key = key
}

function hideUndo(one: Undoable): void {
  const { key } = one
  one.key = null
  if (key !== null) queue.close(key)
}

function forgetUndo(one: Undoable): void {
  const at = undoable.indexOf(one)
  if (at >= 0) undoable.splice(at, 1)
  hideUndo(one)
}

/** Shows the undo toasts of a page, and hides those of all other pages. */
export function showUndoAt(place: string): void {
  placeNow = place
  for (const one of undoable) {
    if (one.place !== place) hideUndo(one)
    else if (one.key === null) showUndo(one)
  }
}

/** Removes all undo toasts without undoing anything. */
export function withdrawUndo(): void {
  for (const one of [...undoable]) forgetUndo(one)
}

/** Restores the newest deletion. Returns `false` if there is nothing to restore. */
export function undoNewest(): boolean {
  const newest = undoable.at(-1)
  if (!newest) return false
  newest.undo()
  forgetUndo(newest)
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
  addProblem({ ...text, earlier, unsaid })
}

function addProblem(content: ToastContent): void {
  const all = [content, ...content.earlier]
  queue.add(content, all.some(isLasting) ? {} : { timeout: timeToRead(all) })
}

export function withdrawProblem(title: string): void {
  withdraw((one) => one.title === title)
}

function withdraw(isOver: (problem: ToastText) => boolean): void {
  const shown = queue.visibleToasts.find(({ content }) => isProblem(content))
  if (!shown) return
  const all = [shown.content, ...shown.content.earlier]
  const left = all.filter((one) => !isOver(one))
  if (left.length === all.length) return
  queue.close(shown.key)
  const [newest, ...earlier] = left
  if (newest) addProblem({ ...newest, earlier, unsaid: [] })
}

/** Closes the visible problem, or otherwise the newest toast if `of` is `all`. Returns whether a toast was closed. */
export function dismissNewest(of: 'problems' | 'all'): boolean {
  const newest =
    queue.visibleToasts.find(({ content }) => isProblem(content)) ??
    (of === 'all' ? queue.visibleToasts[0] : undefined)
  if (newest) queue.close(newest.key)
  return newest !== undefined
}

const isProblem = ({ tone }: ToastText) => tone === 'danger' || tone === 'warn'

const isLasting = ({ tone, action, stays }: ToastText) =>
  tone === 'danger' || action !== undefined || stays === true

/** Returns how many milliseconds a slow reader needs to notice and read these messages. */
const timeToRead = (texts: readonly ToastText[]) =>
  6000 + 70 * texts.reduce((sum, { title, description = '' }) => sum + title.length + description.length, 0)

const mostEarlier = 20
/** Milliseconds after which a screen reader has surely started to announce a toast. */
const saidAfterMs = 1000
let lastProblemAt = Number.NEGATIVE_INFINITY

let lastDone: string | null = null
