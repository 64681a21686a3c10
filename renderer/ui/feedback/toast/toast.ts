import { type LucideIcon, Trash2 } from 'lucide-react'
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'
import { undoKeys } from '../../platform-keys.ts'
import type { Tone } from '../../status/status-pill.tsx'

export interface ToastText {
  readonly title: string
  readonly description?: string
  readonly tone?: Extract<Tone, 'ok' | 'info' | 'warn' | 'danger'>
  /** What can be done about it. Closes the toast. */
  readonly action?: { readonly label: string; readonly keys?: string; readonly onPress: () => void }
  readonly icon?: LucideIcon
  /** A warning that is to be seen: it stays, as one with an action does. */
  readonly stays?: boolean
  /** What it is about: the next message about the same takes its place. */
  readonly about?: string
}

export interface ToastContent extends ToastText {
  /** Problems that it took the place of, the newest first. */
  readonly earlier: readonly ToastText[]
  /** Those among them that came with it, so that no screen reader had the time to say them. */
  readonly unsaid: readonly ToastText[]
  /** What it offers ends then, in milliseconds of `performance.now()`. */
  readonly ends?: { readonly at: number; readonly afterMs: number }
}

/** What is shown, the newest first. */
export const queue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 })

/**
 * Says that something was done. A failure stays until it is dismissed, or until the same succeeds; a warning, unless there is
 * something to do, until it was read. A pile of them would cover the list, so they are one toast.
 */
export function toast(text: ToastText): void {
  if (text.about !== undefined) withdraw(({ about }) => about === text.about)
  if (isProblem(text)) toastProblem(text)
  else toastDone(text)
}

/** What was done before is old news, and may be the opposite. */
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
  /** Where it was deleted. */
  readonly place: string
  /** Of its message; `null`: it is not shown, because another place is. */
  key: string | null
}

/** Deletions that can be undone now, the newest last. */
const undoable: Undoable[] = []
let placeNow = ''

/**
 * Says that something was deleted, for as long as it can be restored, at the place where it was: elsewhere it would only cover
 * something. Each has its message: the key undoes the newest, wherever it is pressed, and pressed again the one before.
 */
export function toastUndo({
  title,
  description,
  forMs,
  undo,
}: {
  readonly title: string
  /** Which it was. */
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
  // Of its own, since the time of a message stops while the pointer is over it, and that of what is deleted does not.
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

/** Another place is shown: takes the messages of the others away, and brings back its own. */
export function showUndoAt(place: string): void {
  placeNow = place
  for (const one of undoable) {
    if (one.place !== place) hideUndo(one)
    else if (one.key === null) showUndo(one)
  }
}

/** No deletion can be undone here any more: takes the messages away, and restores nothing. */
export function withdrawUndo(): void {
  for (const one of [...undoable]) forgetUndo(one)
}

/** Restores what was deleted last; `false`: nothing can be restored. */
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

/** What a failure or warning was about is done or over by now, so it is no news any more. */
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

/** Closes the failure or warning that is shown, or else the newest message; `false`: there is none. */
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

/** In milliseconds: to notice it, and for each character at a slow reader's pace. */
const timeToRead = (texts: readonly ToastText[]) =>
  6000 + 70 * texts.reduce((sum, { title, description = '' }) => sum + title.length + description.length, 0)

const mostEarlier = 20
/** So long a toast is there before a screen reader has surely begun with it. */
const saidAfterMs = 1000
let lastProblemAt = Number.NEGATIVE_INFINITY

let lastDone: string | null = null
