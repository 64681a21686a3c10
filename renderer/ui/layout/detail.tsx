import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { isCovered } from '../hooks/is-covered.ts'
import { isTyping } from '../hooks/is-typing.ts'
import { TruncatedText } from '../text/truncated-text.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './detail.module.css'
import { DetailKeys } from './detail-keys.tsx'

/**
 * The pane beside a list that shows one of its items whole. Takes the focus, so that the keyboard can scroll it. Escape steps
 * out to the list, and from there closes the pane; whatever lies over it (a menu, a dialog, a tooltip) takes the first one. In
 * the pane, j and k lead to the next item and the one before.
 */
export function Detail({
  id,
  label,
  onClose,
  alone,
  of,
  bar,
  foot,
  closeLabel = 'Back to the list',
  children,
}: {
  readonly id: string
  readonly label: string
  readonly onClose: () => void
  /** There is no list beside it, so the back button is above, not in the corner. */
  readonly alone: boolean
  /** The item of the list; `undefined`: it shows none of its items. */
  readonly of?: string | number | undefined
  /** The title and what to do with the item, in a line that stays in view, with the close button at its end. */
  readonly bar?: ReactNode
  /** A line that stays in view below, if it is not only the keys of every pane. */
  readonly foot?: ReactNode
  readonly closeLabel?: string
  readonly children: ReactNode
}) {
  const pane = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const [position, setPosition] = useState('')
  const isItem = of !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: another item begins at its top
  useLayoutEffect(() => {
    if (pane.current) pane.current.scrollTop = 0
  }, [of])

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
      // What has the focus may be gone with the item.
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
      // On no control: on the page, once what had the focus is gone, or on a title that it was led to.
      const isNowhere = target instanceof HTMLElement && target.tabIndex < 0
      // Where a dialog that was closed leads back to.
      const isOnButton = target instanceof HTMLButtonElement && target.closest('main') !== null
      if (!isHere && !isInList && !((isNowhere || isOnButton) && !isCovered())) return
      event.preventDefault()
      // The first one leaves a field, and with it what is typed there is kept.
      const list = isHere ? listOutside(pane.current) : null
      if (isTyping(target)) pane.current?.focus()
      else if (list && !list.closest('[inert]')) list.focus()
      else leave(close.current)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  const back = (
    <IconButton label={closeLabel} shortcut="Esc" onPress={() => leave(onClose)}>
      {alone ? <ArrowLeft size={14} aria-hidden /> : <X size={14} aria-hidden />}
    </IconButton>
  )
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

function leave(close: () => void): void {
  close()
  // In the next frame the list is there, also where it was not beside the pane.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(lists)?.focus())
}

/** The chips of a filter are a grid, and no list of the page. */
const lists = 'main [role="listbox"]'
/** Those that an item covers. */
const hiddenLists = 'main [inert] [role="listbox"][tabindex="0"]'

/** The list that the pane belongs to. */
function listOutside(pane: HTMLElement | null): HTMLElement | null {
  const all = document.querySelectorAll<HTMLElement>(lists)
  return [...all].find((list) => list.tabIndex === 0 && !pane?.contains(list)) ?? null
}

/** *Weekly sync, 3 of 40*: what the keys lead to, for a person who sees neither the list nor its current row. */
function positionIn(list: Element): string {
  const row = document.getElementById(list.getAttribute('aria-activedescendant') ?? '')
  if (!row) return ''
  const size = Number(row.getAttribute('aria-setsize'))
  const at = Number(row.getAttribute('aria-posinset')).toLocaleString()
  const name = row.getAttribute('aria-label') ?? row.textContent
  return `${name}, ${size < 0 ? `${at}, more to come` : `${at} of ${size.toLocaleString()}`}`
}

/** The item itself, in a column that is comfortable to read. */
export function DetailText({ children }: { readonly children: ReactNode }) {
  return <div className={css.text}>{children}</div>
}

/** What the item is called, at the size its length allows. */
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
