import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Popover } from '../overlays/popover.tsx'
import { Visible } from '../text/visible-text.tsx'
import css from './filter-chip.module.css'

/** A filter: a chip that opens what sets it, filled and with a way to clear it when it is set. */
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
  /** What is set, in words; `null` for nothing. */
  readonly value: string | null
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Escape closes the chip, and what was typed into it counts for nothing. */
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
            {/* Before the popover gets the key: for it, Escape and a click beside it are the same. */}
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
