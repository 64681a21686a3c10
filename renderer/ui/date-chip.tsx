import type { DateValue } from '@internationalized/date'
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
import { calendarDay, dayText } from './calendar-day.ts'
import { classes } from './class-names.ts'
import css from './date-chip.module.css'
import field from './field.module.css'
import { IconButton } from './icon-button.tsx'
import { Month } from './month.tsx'
import { Popover } from './popover.tsx'

/**
 * A filter by a day: a chip that opens a calendar, filled and with a way to clear it when it is set. A day that is typed
 * counts when the calendar closes, so that a half typed year asks for nothing.
 */
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
  const [typed, setTyped] = useState<DateValue | null>(null)
  const day = calendarDay(value)

  const settle = (next: string | null) => {
    setOpen(false)
    if (next !== null && next !== value) onChange(next)
  }
  const onOpenChange = (opening: boolean) => {
    if (!opening) return settle(dayText(typed))
    setTyped(day)
    setOpen(true)
  }

  return (
    <span className={classes(css.chip, day !== null && css.set)}>
      <DialogTrigger isOpen={open} onOpenChange={onOpenChange}>
        <AriaButton className={css.open ?? ''}>
          <CalendarDays size={13} aria-hidden />
          {label}
          {day === null ? null : <b className={css.day}>{shown.format(day.toDate('UTC'))}</b>}
        </AriaButton>
        <Popover placement="bottom start">
          <Dialog className={css.dialog ?? ''} aria-label={label}>
            <DateField
              aria-label={label}
              autoFocus
              value={typed}
              onChange={setTyped}
              className={css.field ?? ''}
              onKeyDown={(event) => {
                if (event.key === 'Enter') settle(dayText(typed))
              }}
            >
              <DateInput className={classes(field.input, css.input)}>
                {(segment) => <DateSegment segment={segment} className={css.segment ?? ''} />}
              </DateInput>
            </DateField>
            <Month label={label} value={day} onChange={(next) => settle(dayText(next))} />
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
