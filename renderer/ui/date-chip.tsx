import { parseDate } from '@internationalized/date'
import { CalendarDays, X } from 'lucide-react'
import { useState } from 'react'
import {
  Button as AriaButton,
  DateField,
  DateInput,
  DateSegment,
  Dialog,
  DialogTrigger,
} from 'react-aria-components'
import { classes } from './class-names.ts'
import css from './date-chip.module.css'
import picker from './date-picker.module.css'
import { Month } from './date-picker.tsx'
import field from './field.module.css'
import { IconButton } from './icon-button.tsx'
import { Popover } from './popover.tsx'

/** A filter by a day: a chip that opens a calendar, filled and with a way to clear it when it is set. */
export function DateChip({
  label,
  value,
  onChange,
}: {
  readonly label: string
  /** `YYYY-MM-DD`, or `null` for no filter. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
}) {
  const [open, setOpen] = useState(false)
  const day = value === null ? null : parseDate(value)
  return (
    <span className={classes(css.chip, day !== null && css.set)}>
      <DialogTrigger isOpen={open} onOpenChange={setOpen}>
        <AriaButton className={css.open ?? ''}>
          <CalendarDays size={13} aria-hidden />
          {label}
          {day === null ? null : <b className={css.day}>{shown.format(day.toDate('UTC'))}</b>}
        </AriaButton>
        <Popover placement="bottom start">
          <Dialog className={picker.dialog ?? ''} aria-label={label}>
            <DateField
              aria-label={label}
              value={day}
              onChange={(next) => onChange(next === null ? null : next.toString())}
              className={css.field ?? ''}
            >
              <DateInput className={classes(field.input, css.input)}>
                {(segment) => <DateSegment segment={segment} className={picker.segment ?? ''} />}
              </DateInput>
            </DateField>
            <Month
              label={label}
              value={day}
              onChange={(next) => {
                onChange(next.toString())
                setOpen(false)
              }}
            />
          </Dialog>
        </Popover>
      </DialogTrigger>
      {day === null ? null : (
        <IconButton label={`Clear ${label}`} className={css.clear} onPress={() => onChange(null)}>
          <X size={13} aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
