import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Visible } from '../text/visible-text.tsx'
import css from './dialog.module.css'
import { PopoverPlace } from './popover-place.tsx'

/** Milliseconds during which clicks outside are ignored, because the second click of a double click would close the dialog. */
const doubleClickMs = 500

export interface DialogProps {
  readonly title: string
  readonly remark?: string
  readonly isOpen?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  /** `wide` fits two columns. */
  readonly size?: 'small' | 'medium' | 'wide'
  /** `alertdialog` interrupts the user. Use it for actions that can't be undone. */
  readonly role?: 'dialog' | 'alertdialog'
  /** Whether only a button can close the dialog, because closing it by accident would lose something. */
  readonly mustDecide?: boolean
  /** `side` slides in from the right edge and takes the whole height. */
  readonly place?: 'centre' | 'side' | 'left'
  /** Shows a red frame, because the action affects more than this computer. The text must say so too. */
  readonly isFramed?: boolean
  /** Removes the margin around the content, which then fills the height. */
  readonly flush?: boolean
}

export function Dialog({
  title,
  remark,
  isOpen = true,
  onClose,
  children,
  footer,
  size = 'medium',
  role = 'dialog',
  mustDecide = false,
  place = 'centre',
  flush = false,
  isFramed = false,
}: DialogProps) {
  const openedAtMs = useRef(0)
  useEffect(() => {
    if (isOpen) openedAtMs.current = performance.now()
  }, [isOpen])
  const close = useRef(onClose)
  close.current = onClose
  const staysAtBack = mustDecide || place !== 'centre'
  useEffect(() => {
    if (!isOpen || staysAtBack) return
    // Back and Forward close the dialog. A sheet doesn't need this, because it is part of the URL.
    const opened = window.location.href
    const onPlace = () => {
      if (window.location.href !== opened) close.current()
    }
    window.addEventListener('popstate', onPlace)
    return () => window.removeEventListener('popstate', onPlace)
  }, [isOpen, staysAtBack])
  return (
    <ModalOverlay
      className={classes(css.overlay, css[place])}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={!mustDecide && role === 'dialog'}
      shouldCloseOnInteractOutside={() => performance.now() - openedAtMs.current > doubleClickMs}
      isKeyboardDismissDisabled={mustDecide}
      data-dialog={place}
    >
      <Modal className={classes(css.modal, css[size], isFramed && css.framed)}>
        <AriaDialog className={css.dialog ?? ''} role={role}>
          <PopoverPlace>
            <header className={css.header}>
              <Heading slot="title" level={2} className={css.title ?? ''}>
                <Visible>{title}</Visible>
              </Heading>
              {remark === undefined ? null : <span className={css.remark}>{remark}</span>}
              {mustDecide ? null : (
                <IconButton label="Close" onPress={onClose}>
                  <X size={14} aria-hidden />
                </IconButton>
              )}
            </header>
            <Content isWarning={role === 'alertdialog'} flush={flush} footer={footer}>
              {children}
            </Content>
          </PopoverPlace>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Focuses the first control in the dialog around an element. Skips the buttons of notices. */
export function focusStart(within: Element): void {
  const body = within.closest('[data-dialog]')?.querySelector('[data-dialog-body]')
  focusFirst(body ? controlsIn(body, control) : [])
}

/**
 * The body and the buttons of a dialog. The focus starts at the first control of the body or, in a warning, at the first text
 * field. If there is none, it starts at the body if that scrolls, and otherwise at the first button, such as *Cancel*.
 */
function Content({
  isWarning,
  flush,
  footer,
  children,
}: {
  readonly isWarning: boolean
  readonly flush: boolean
  readonly footer: ReactNode
  readonly children: ReactNode
}) {
  const body = useRef<HTMLDivElement>(null)
  const buttons = useRef<HTMLElement>(null)
  const begins = useRef(isWarning ? typed : control)
  useEffect(() => {
    // Doesn't move the focus if it is already in the dialog.
    if (document.activeElement?.closest('[data-dialog]') === body.current?.closest('[data-dialog]')) return
    const text = begins.current === control && body.current && scrolls(body.current) ? [body.current] : []
    // The attribute is set directly, because the next render would be too late for the focus.
    for (const one of text) one.tabIndex = 0
    focusFirst([
      ...controlsIn(body.current, begins.current),
      ...text,
      ...controlsIn(buttons.current, control),
    ])
  }, [])
  return (
    <>
      {flush ? (
        <div ref={body} className={css.flush} data-dialog-body>
          {children}
        </div>
      ) : (
        <Body body={body}>{children}</Body>
      )}
      {footer ? (
        <footer ref={buttons} className={css.footer}>
          {footer}
        </footer>
      ) : null}
    </>
  )
}

const typed = ':is(input, textarea):not([type="radio"], [type="checkbox"], [tabindex="-1"])'
const control = ':is(input, textarea, button, a[href], [tabindex]):not([tabindex="-1"])'

const controlsIn = (part: Element | null, what: string): readonly HTMLElement[] =>
  [...(part?.querySelectorAll<HTMLElement>(what) ?? [])].filter(
    (one) => one.closest('[data-notice]') === null,
  )

function focusFirst(ways: readonly HTMLElement[]): void {
  for (const one of ways) {
    one.focus()
    if (document.activeElement === one) return
  }
}

const scrolls = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight

/** The dialog's body. It is focusable while it scrolls, so that the keyboard can scroll it. */
function Body({
  body,
  children,
}: {
  readonly body: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}) {
  const [isFocusable, setIsFocusable] = useState(false)
  useLayoutEffect(() => {
    const { current } = body
    if (!current) return
    const measure = () => setIsFocusable(scrolls(current))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    for (const child of current.children) observer.observe(child)
    return () => observer.disconnect()
  })
  return (
    <div ref={body} className={css.body} data-dialog-body {...(isFocusable ? { tabIndex: 0 } : {})}>
      {children}
    </div>
  )
}
