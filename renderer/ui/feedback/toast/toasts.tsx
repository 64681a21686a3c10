import { X } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { classes } from '../../class-names.ts'
import { Button } from '../../controls/button.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { isCovered, isTyping } from '../../hooks/focus.ts'
import { toneIcons } from '../../status/status-pill.tsx'
import { Visible } from '../../text/visible-text.tsx'
import { VisuallyHidden } from '../../text/visually-hidden.tsx'
import {
  type ToastContent as Content,
  dismissNewest,
  queue,
  type ToastText,
  toast,
  undoNewest,
} from './toast.ts'
import css from './toasts.module.css'

/** Handles Ctrl+Z or Cmd+Z outside text fields. */
function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = event
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || altKey || shiftKey || defaultPrevented) return
      if (isTyping(target) || isCovered()) return
      event.preventDefault()
      if (!undoNewest()) toast(nothingToUndo)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

const nothingToUndo: ToastText = {
  tone: 'info',
  title: 'Nothing to undo',
  description: 'A deletion can be undone for a few seconds.',
}

/**
 * Closes a toast with Escape. The focused toast and a visible problem come first. The newest toast is closed only if no other
 * handler uses the key.
 */
function useEscape(): void {
  useEffect(() => {
    const take = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopPropagation()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, isComposing } = event
      if (key !== 'Escape' || defaultPrevented || isComposing) return
      const focused = target instanceof Element ? target.closest<HTMLElement>('[data-toast]') : null
      if (focused) {
        take(event)
        queue.close(focused.dataset.toast ?? '')
      } else if (isCovered() || isTyping(target)) return
      else if (dismissNewest('problems')) take(event)
      // Waits, because the other handlers of this event must run first.
      else setTimeout(() => event.defaultPrevented || dismissNewest('all'))
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

/** Moves the toasts from the bottom corner to the top if they cover the focused element or fewer controls there. */
function useUncovered() {
  const region = useRef<HTMLDivElement>(null)
  const [isAbove, setAbove] = useState(false)
  const place = useCallback(() => {
    const { current } = region
    const subject = subjectNow()
    if (!current || !subject || current.contains(subject)) return
    // Reads the rendered position, because two events may arrive before the next render.
    const shown = current.dataset.above
    const coveredAt = (above: string | undefined) => {
      if (above === undefined) delete current.dataset.above
      else current.dataset.above = above
      return covered(current, subject)
    }
    const isBetter = coveredAt('true') < coveredAt(undefined)
    if (shown !== undefined) current.dataset.above = shown
    setAbove(isBetter)
  }, [])
  useLayoutEffect(() => {
    const whenMoved = () => requestAnimationFrame(place)
    const stop = queue.subscribe(() => {
      if (queue.visibleToasts.length === 0) setAbove(false)
      else whenMoved()
    })
    for (const type of moves) window.addEventListener(type, whenMoved)
    return () => {
      stop()
      for (const type of moves) window.removeEventListener(type, whenMoved)
    }
  }, [place])
  return { region, isAbove }
}

const moves = ['focusin', 'keyup', 'resize'] as const

/** Returns the focused control, or the current row if a list has the focus. */
function subjectNow(): Element | null {
  const focused = document.activeElement
  const row = focused?.getAttribute('aria-activedescendant')
  return (row ? document.getElementById(row) : null) ?? focused
}

/** Counts the controls that the toasts cover. The focused one counts more than all others. */
function covered(region: HTMLElement, subject: Element): number {
  const own = region.getBoundingClientRect()
  const isUnder = (element: Element) => {
    const { left, right, top, bottom, height } = element.getBoundingClientRect()
    const overlaps = own.left < right && own.right > left && own.top < bottom && own.bottom > top
    // A large element is covered in both places.
    return overlaps && height > 0 && height <= innerHeight / 2
  }
  const controls = [...document.querySelectorAll('button, a[href], input, [role="tab"]')]
  const others = controls.filter((one) => !region.contains(one) && isUnder(one))
  return others.length + (isUnder(subject) ? controls.length : 0)
}

export default function Toasts() {
  useUndoKey()
  useEscape()
  const { region, isAbove } = useUncovered()
  return (
    <ToastRegion
      ref={region}
      queue={queue}
      className={css.region ?? ''}
      aria-label="Messages"
      data-above={isAbove || undefined}
    >
      {({ toast }) => {
        const { title, description, tone = 'ok', action, icon, earlier, unsaid, ends } = toast.content
        const Icon = icon ?? toneIcons[tone]
        return (
          <Toast toast={toast} data-toast={toast.key} className={classes(css.toast, css[tone])}>
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
            {ends ? <TimeLeft {...ends} /> : null}
          </Toast>
        )
      }}
    </ToastRegion>
  )
}

function TimeLeft({ at, afterMs }: NonNullable<Content['ends']>) {
  // Computed when the toast mounts, which happens again whenever the user returns to its page.
  const [passedMs] = useState(() => afterMs - (at - performance.now()))
  return (
    <span
      className={css.left}
      style={{ animationDuration: `${afterMs}ms`, animationDelay: `${-passedMs}ms` }}
      aria-hidden
    />
  )
}

const wordsOf = ({ title, description }: ToastText) => (description ? `${title} ${description}` : title)
