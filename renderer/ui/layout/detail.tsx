import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../class-names.ts'
import { KeyHint } from '../collections/key-hint.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { isCovered, isTyping } from '../hooks/focus.ts'
import { TruncatedText } from '../text/visible-text.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './detail.module.css'

/**
 * The pane that shows an item in full. In the pane, J and K open the next and the previous item, and Escape moves the focus to
 * the list. Elsewhere, Escape closes the pane, except in a text field or while a menu, dialog or tooltip is open.
 */
export function Detail({
  id,
  label,
  onClose,
  alone,
  itemKey,
  bar,
  foot,
  closeLabel = 'Back to the list',
  children,
}: {
  readonly id: string
  readonly label: string
  readonly onClose?: (() => void) | undefined
  /** Whether the pane is shown without the list. */
  readonly alone: boolean
  /** The key of the open item in the list. `undefined` if the item is not in the list. */
  readonly itemKey?: string | number | undefined
  /** The item's title and actions. This line stays visible while the pane scrolls. */
  readonly bar?: ReactNode
  /** Content of the pane's last line, which otherwise describes the keys. */
  readonly foot?: ReactNode
  readonly closeLabel?: string
  readonly children: ReactNode
}) {
  const pane = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const [position, setPosition] = useState('')
  const isItem = itemKey !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: another item begins at its top
  useLayoutEffect(() => {
    if (pane.current) pane.current.scrollTop = 0
  }, [itemKey])

  useEffect(() => {
    if (!isItem) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      if ((key !== 'j' && key !== 'k') || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || isTyping(target)) return
      const isHere = target instanceof Node && pane.current?.contains(target)
      const list = isHere
        ? listOutside(pane.current)
        : target === document.body
          ? document.querySelector<HTMLElement>(hiddenLists)
          : null
      if (!list) return
      event.preventDefault()
      // Focuses the pane, because the focused element may disappear with the old item.
      pane.current?.focus({ preventScroll: true })
      list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      requestAnimationFrame(() => setPosition(positionIn(list)))
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isItem])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      const { target } = event
      const isHere = target instanceof Node && pane.current?.contains(target)
      const isInList = target instanceof Element && target.closest(lists) !== null
      if (!isHere && !isInList && (isTyping(target) || isCovered())) return
      event.preventDefault()
      // The first Escape in a text field only moves the focus to the pane.
      const list = isHere ? listOutside(pane.current) : null
      if (isTyping(target)) pane.current?.focus()
      else if (list && !list.closest('[inert]')) list.focus()
      else if (isBesidePage(target)) close.current?.()
      else if (close.current) leave(close.current)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  const back = onClose ? (
    <IconButton label={closeLabel} shortcut="Esc" onPress={() => leave(onClose)}>
      {alone ? <ArrowLeft size={14} aria-hidden /> : <X size={14} aria-hidden />}
    </IconButton>
  ) : null
  return (
    <article
      ref={pane}
      id={id}
      className={classes(css.detail, bar !== undefined && css.barred)}
      tabIndex={-1}
      aria-label={label}
    >
      <span role="status" data-position>
        <VisuallyHidden>{position}</VisuallyHidden>
      </span>
      {bar === undefined ? (
        <div className={css.flow}>
          <div className={alone ? css.back : css.close}>{back}</div>
          {children}
        </div>
      ) : (
        <>
          <header className={css.bar}>
            {alone ? back : null}
            {bar}
            {alone ? null : back}
          </header>
          {children}
        </>
      )}
      <footer className={css.foot}>{foot ?? <DetailKeys alone={alone} />}</footer>
    </article>
  )
}

/** Whether a control outside the page's content has the focus, such as a link in the sidebar. */
const isBesidePage = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.tabIndex >= 0 && target.closest('main') === null

function leave(close: () => void): void {
  close()
  // Waits a frame, because the list may not be rendered yet.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(lists)?.focus())
}

const lists = 'main [role="listbox"]'
const hiddenLists = 'main [inert] [role="listbox"][tabindex="0"]'

function listOutside(pane: HTMLElement | null): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>(lists)
  return [...all].find((list) => list.tabIndex === 0 && !pane?.contains(list)) ?? null
}

/** Describes the current row, such as *Weekly sync, 3 of 40*, for users who cannot see the list. */
function positionIn(list: Element): string {
  const row = document.getElementById(list.getAttribute('aria-activedescendant') ?? '')
  if (!row) return ''
  const size = Number(row.getAttribute('aria-setsize'))
  const at = Number(row.getAttribute('aria-posinset')).toLocaleString()
  const name = row.getAttribute('aria-label') ?? row.textContent
  return `${name}, ${size < 0 ? `${at}, more to come` : `${at} of ${size.toLocaleString()}`}`
}

export function DetailText({ children }: { readonly children: ReactNode }) {
  return <div className={css.text}>{children}</div>
}

export function DetailTitle({
  text,
  as: Heading = 'h2',
}: {
  readonly text: string
  readonly as?: 'h1' | 'h2'
}) {
  return (
    <Heading className={classes(css.title, text.length > longTitle && css.long)}>
      <TruncatedText text={text} />
    </Heading>
  )
}

const longTitle = 60

export function DetailKeys({ alone, children }: { readonly alone: boolean; readonly children?: ReactNode }) {
  return (
    <span className={css.keys} data-keys aria-hidden>
      <span className={css.walk}>
        <KeyHint name="J" />
        <KeyHint name="K">Next, previous</KeyHint>
      </span>
      {children}
      <span className={alone ? undefined : css.out}>
        <KeyHint name="Esc">{alone ? 'Back' : 'Focus list'}</KeyHint>
      </span>
    </span>
  )
}
