import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { DraftRestored } from '../feedback/draft-restored.tsx'
import { Dialog } from './dialog.tsx'
import css from './form-sheet.module.css'

/** A side sheet for a form. Notices are shown above the form, and a hint and the buttons below it. `isWide` has two columns. */
export function FormSheet({
  title,
  remark,
  formId,
  action,
  icon,
  cancel = words.cancel,
  hint,
  notices,
  isRestored = false,
  pending,
  isDisabled = false,
  isFramed = false,
  isWide = false,
  isDanger = false,
  onCancel,
  onStartOver,
  onClose,
  children,
}: {
  readonly title: string
  readonly remark?: string
  readonly formId: string
  readonly action: string
  /** The icon of the action. */
  readonly icon?: ReactNode
  readonly cancel?: string
  readonly hint?: ReactNode
  readonly notices?: ReactNode
  readonly isRestored?: boolean
  readonly pending: boolean
  readonly isDisabled?: boolean
  readonly isFramed?: boolean
  readonly isWide?: boolean
  readonly isDanger?: boolean
  readonly onCancel: () => void
  readonly onStartOver: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Dialog
      title={title}
      {...(remark === undefined ? {} : { remark })}
      onClose={onClose}
      place="side"
      size={isWide ? 'wide' : 'medium'}
      flush={isWide}
      isFramed={isFramed}
      footer={
        <>
          <div className={css.hint}>{hint}</div>
          <Button isDisabled={pending} onPress={onCancel}>
            {cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDanger ? 'danger' : 'primary'}
            icon={icon}
            pending={pending}
            isDisabled={isDisabled}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className={isWide ? css.above : css.notices}>
        {notices}
        {isRestored ? <DraftRestored words={words} onStartOver={onStartOver} /> : null}
      </div>
      {children}
    </Dialog>
  )
}

export const words = {
  cancel: 'Cancel',
  restored: 'Your draft was restored.',
  startOver: 'Start over',
}
