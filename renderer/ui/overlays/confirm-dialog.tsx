import { type ReactNode, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/text-field.tsx'
import { onEnter } from '../filters/on-enter.ts'
import { visibleText } from '../text/visible-text.tsx'
import css from './dialog.module.css'
import { Dialog } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly title: string
  readonly isOpen?: boolean
  readonly onClose: () => void
  /** A verb and its object, such as *Delete endpoint*, never *OK*. */
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly pending?: boolean
  readonly isDisabled?: boolean
  readonly tone?: 'primary' | 'danger'
  /** Explains the effect and which data is lost. */
  readonly children: ReactNode
  readonly isFramed?: boolean
  /** The text that the user must type to confirm. Invisible characters must be typed by their names. */
  readonly typeToConfirm?: string | undefined
}

export function ConfirmDialog({ isOpen = true, ...props }: ConfirmDialogProps) {
  return isOpen ? <OpenConfirmDialog {...props} /> : null
}

function OpenConfirmDialog({
  title,
  onClose,
  confirmLabel,
  onConfirm,
  pending = false,
  isDisabled = false,
  tone = 'danger',
  children,
  isFramed = false,
  typeToConfirm,
}: Omit<ConfirmDialogProps, 'isOpen'>) {
  const [typed, setTyped] = useState('')
  const required = typeToConfirm === undefined ? undefined : oneSpaced(visibleText(typeToConfirm))
  const ready = !isDisabled && (required === undefined || oneSpaced(typed) === required)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      role="alertdialog"
      size="small"
      isFramed={isFramed}
      footer={
        <>
          <Button onPress={onClose} isDisabled={pending}>
            Cancel
          </Button>
          <Button variant={tone} onPress={onConfirm} pending={pending} isDisabled={!ready}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={css.question}>
        {children}
        {required === undefined || isDisabled ? null : (
          <TextField
            label={
              <>
                Type <b>{required}</b> to confirm
              </>
            }
            value={typed}
            onChange={setTyped}
            mono
            autoComplete="off"
            onKeyDown={onEnter(() => {
              if (ready && !pending) onConfirm()
            })}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Collapses spaces, because HTML shows several spaces as one. */
const oneSpaced = (text: string) => text.trim().replace(/\s+/g, ' ')
