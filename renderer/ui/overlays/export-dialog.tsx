import { type ReactNode, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Checkbox } from '../controls/checkbox.tsx'
import { ErrorBanner } from '../feedback/error-state.tsx'
import { useFailureAfterUnmount } from '../feedback/use-failure-after-unmount.ts'
import stackCss from '../layout/stack.module.css'
import css from './dialog.module.css'
import { Dialog } from './dialog.tsx'

/** Lets the user choose how to export. The export itself runs after this dialog has closed. */
export function ExportDialog({
  title,
  isCsv,
  about,
  onExport,
  onClose,
  children,
}: {
  readonly title: string
  readonly isCsv: boolean
  readonly about: ReactNode
  /** Starts the export, after which the dialog closes. A rejection is shown as an error. */
  readonly onExport: (bom: boolean) => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const [bom, setBom] = useState(true)
  const [error, setError] = useState<unknown>(null)
  const [isStarting, setStarting] = useState(false)

  const reportedElsewhere = useFailureAfterUnmount('Couldn’t start the export.')
  const begin = () => {
    setStarting(true)
    onExport(bom).catch((thrown: unknown) => {
      if (reportedElsewhere(thrown)) return
      setStarting(false)
      setError(thrown)
    })
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={begin} pending={isStarting}>
            Export
          </Button>
        </>
      }
    >
      <div className={stackCss.s4}>
        {error === null ? null : <ErrorBanner error={error} />}
        {children}
        {isCsv ? (
          <Checkbox
            isSelected={bom}
            onChange={setBom}
            description="Lets Excel read accents and other scripts."
          >
            Excel-compatible (UTF-8 BOM)
          </Checkbox>
        ) : null}
        <p className={css.about}>{about}</p>
      </div>
    </Dialog>
  )
}
