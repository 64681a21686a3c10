import { type LucideIcon, Trash2, X } from 'lucide-react'
import { useEffect } from 'react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { isCovered } from '../hooks/is-covered.ts'
import { isTyping } from '../hooks/is-typing.ts'
import { undoKeys } from '../platform-keys.ts'
import { Visible } from '../text/visible-text.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { type Tone, toneIcons } from './status-pill.tsx'
import css from './toasts.module.css'

export interface ToastText {
  readonly title: string
  readonly description?: string
  readonly tone?: Extract<Tone, 'ok' | 'info' | 'warn' | 'danger'>
  /** What can be done about it. Closes the toast. */
  readonly action?: { readonly label: string; readonly keys?: string; readonly onPress: () => void }
  readonly icon?: LucideIcon
}

interface Content extends ToastText {
  /** Problems that it took the place of, the newest first. */
  readonly earlier: readonly ToastText[]
  /** Those among them that came with it, so that no screen reader had the time to say them. */
  readonly unsaid: readonly ToastText[]
}

const queue = new ToastQueue<Content>({ maxVisibleToasts: 3 })

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

/** Ctrl or Cmd with Z, where it does not undo what is typed. */
function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = event
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey || shiftKey || defaultPrevented) return
      const newest = undoable.at(-1)
      if (!newest || isTyping(target) || isCovered()) return
      event.preventDefault()
      newest.undo()
      queue.close(newest.key)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
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

/** Where toasts appear. Once in the page. */
export function Toasts() {
  useUndoKey()
  return (
    <ToastRegion queue={queue} className={css.region ?? ''} aria-label="Messages">
      {({ toast }) => {
        const { title, description, tone = 'ok', action, icon, earlier, unsaid } = toast.content
        const Icon = icon ?? toneIcons[tone]
        return (
          <Toast toast={toast} className={classes(css.toast, css[tone])}>
            <Icon size={14} aria-hidden />
            <ToastContent className={css.words ?? ''}>
              <Text slot="title" className={css.title ?? ''}>
                <Visible>{title}</Visible>
              </Text>
              {description ? (
                <Text slot="description">
                  <Visible>{description}</Visible>
                </Text>
              ) : null}
              {unsaid.length > 0 ? (
                <VisuallyHidden>{` Before it: ${unsaid.map(wordsOf).join(' ')}`}</VisuallyHidden>
              ) : null}
              {earlier.length > 0 ? (
                <details className={css.earlier}>
                  <summary>{earlier.length} earlier</summary>
                  <ul>
                    {earlier.map((one) => (
                      <li key={wordsOf(one)}>
                        <Visible>{wordsOf(one)}</Visible>
                      </li>
                    ))}
                  </ul>
                </details>
              ) : null}
            </ToastContent>
            {action ? (
              <Button
                size="small"
                variant="quiet"
                className={css.action}
                onPress={() => {
                  action.onPress()
                  queue.close(toast.key)
                }}
              >
                {action.label}
                {action.keys === undefined ? null : <kbd className={css.keys}>{action.keys}</kbd>}
              </Button>
            ) : null}
            <IconButton label="Dismiss" slot="close">
              <X size={14} aria-hidden />
            </IconButton>
          </Toast>
        )
      }}
    </ToastRegion>
  )
}

const wordsOf = ({ title, description }: ToastText) => (description ? `${title} ${description}` : title)
