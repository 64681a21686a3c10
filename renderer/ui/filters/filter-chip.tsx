import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Popover } from '../overlays/popover.tsx'
import { Visible } from '../text/visible-text.tsx'
import css from './filter-chip.module.css'

/** A filter chip, which opens its controls. When set, it is filled and has a clear button. */
export function FilterChip({
  label,
  value,
  isOpen,
  onOpenChange,
  onCancel,
  onClear,
  children,
}: {
  readonly label: string
  /** Describes the filter's value. `null` if the filter is not set. */
  readonly value: string | null
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onCancel: () => void
  readonly onClear: () => void
  readonly children: ReactNode
}) {
  return (
    <span className={classes(css.chip, value !== null && css.set)}>
      <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
        <AriaButton className={css.open ?? ''}>
          <Visible>{label}</Visible>
          {value === null ? <ChevronDown size={12} aria-hidden /> : <b className={css.value}>{value}</b>}
        </AriaButton>
        <Popover placement="bottom start">
          <Dialog className={css.dialog ?? ''} aria-label={label}>
            {/* Escape is captured here, because the popover does not distinguish it from a click outside. */}
            <div
              onKeyDownCapture={(event) => {
                if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
                event.preventDefault()
                event.stopPropagation()
                onCancel()
              }}
            >
              {children}
            </div>
          </Dialog>
        </Popover>
      </DialogTrigger>
      {value === null ? null : (
        <IconButton label={`Clear ${label}`} className={css.clear} onPress={onClear}>
          <X size={13} aria-hidden />
        </IconButton>
      )}
    </span>
  )
}
