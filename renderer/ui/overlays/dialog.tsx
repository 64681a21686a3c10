import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Visible } from '../text/visible-text.tsx'
import css from './dialog.module.css'
import { PopoverPlace } from './popover-place.tsx'

/** The second click of a double one lands beside the dialog that the first has opened, and is not meant for it. */
const doubleClickMs = 500

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons, the one to do last. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'medium' | 'large'
  /** `alertdialog` interrupts: for what cannot be undone. */
  readonly role?: 'dialog' | 'alertdialog'
  /** Set when leaving would lose something: only a button closes it then. */
  readonly mustDecide?: boolean
  /** `side` slides in from the right edge and takes the whole height. */
  readonly place?: 'centre' | 'side' | 'left'
  /** Without a margin around the content, which then fills the height. */
  readonly flush?: boolean
}

/** A window over the page that holds the focus until it is closed. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  footer,
  size = 'medium',
  role = 'dialog',
  mustDecide = false,
  place = 'centre',
  flush = false,
}: DialogProps) {
  const openedAtMs = useRef(0)
  useEffect(() => {
    if (isOpen) openedAtMs.current = performance.now()
  }, [isOpen])
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
    >
      <Modal className={classes(css.modal, css[size])}>
        <AriaDialog className={css.dialog ?? ''} role={role}>
          <PopoverPlace>
            <header className={css.header}>
              <Heading slot="title" level={2} className={css.title ?? ''}>
                <Visible>{title}</Visible>
              </Heading>
              {mustDecide ? null : (
                <IconButton label="Close" onPress={onClose}>
                  <X size={16} aria-hidden />
                </IconButton>
              )}
            </header>
            <div className={flush ? css.flush : css.body}>{children}</div>
            {footer ? <footer className={css.footer}>{footer}</footer> : null}
          </PopoverPlace>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
