import { ArrowLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from './class-names.ts'
import { CutText } from './cut-text.tsx'
import css from './detail.module.css'
import { IconButton } from './icon-button.tsx'
import { isTyping } from './is-typing.ts'

/**
 * The pane beside a list that shows one of its items whole. Takes the focus, so that the keyboard can scroll it. Escape closes
 * it, also from the list, and leads back there; whatever lies over it (a menu, a dialog, a tooltip) takes the first one.
 */
export function Detail({
  id,
  label,
  onClose,
  alone,
  children,
}: {
  readonly id: string
  readonly label: string
  readonly onClose: () => void
  /** The list is not beside it: the way back stands above, not in the corner. */
  readonly alone: boolean
  readonly children: ReactNode
}) {
  const pane = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      const { target } = event
      const isHere = target instanceof Node && pane.current?.contains(target)
      const isInList = target instanceof Element && target.closest(lists) !== null
      // Nothing has the focus once what had it has left the page.
      if (!isHere && !isInList && target !== document.body) return
      event.preventDefault()
      // The first one leaves a field, and with it what is typed there is kept.
      if (isTyping(target)) pane.current?.focus()
      else leave(close.current)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <article ref={pane} id={id} className={css.detail} tabIndex={-1} aria-label={label}>
      <div className={alone ? css.back : css.close}>
        <IconButton label="Back to the list" shortcut="Esc" onPress={() => leave(onClose)}>
          {alone ? <ArrowLeft size={16} aria-hidden /> : <X size={16} aria-hidden />}
        </IconButton>
      </div>
      {children}
    </article>
  )
}

function leave(close: () => void): void {
  close()
  // In the next frame the list is there, also where it was not beside the pane.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(lists)?.focus())
}

const lists = 'main [role="listbox"], main [role="grid"]'

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
      <CutText text={text} />
    </Heading>
  )
}

const longTitle = 60
