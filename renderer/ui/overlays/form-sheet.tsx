import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { DraftRestored } from '../feedback/draft-restored.tsx'
import { Dialog } from './dialog.tsx'
import css from './form-sheet.module.css'

/** A side sheet for a form. Notices are above the form, and a hint, *Cancel* and the submit button are below it. */
export function FormSheet({
  title,
  formId,
  action,
  hint,
  notices,
  isRestored = false,
  pending,
  isDisabled = false,
  isFramed = false,
  onCancel,
  onStartOver,
  onClose,
  children,
}: {
  readonly title: string
  readonly formId: string
  readonly action: string
  readonly hint?: ReactNode
  readonly notices?: ReactNode
  readonly isRestored?: boolean
  readonly pending: boolean
  readonly isDisabled?: boolean
  readonly isFramed?: boolean
  readonly onCancel: () => void
  readonly onStartOver: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      place="side"
      isFramed={isFramed}
      footer={
        <>
          <div className={css.hint}>{hint}</div>
          <Button isDisabled={pending} onPress={onCancel}>
            {words.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={pending} isDisabled={isDisabled}>
            {action}
          </Button>
        </>
      }
    >
      <div className={css.notices}>
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
