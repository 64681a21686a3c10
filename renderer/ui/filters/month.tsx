import type { CalendarDate, DateValue } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import button from '../controls/button.module.css'
import css from './month.module.css'

/** A month to pick a day from. */
export function Month({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: CalendarDate | null
  readonly onChange: (day: DateValue) => void
}) {
  return (
    <Calendar aria-label={label} value={value} onChange={onChange}>
      <header className={css.header}>
        <Button slot="previous" className={classes(button.button, button.icon)}>
          <ChevronLeft size={16} aria-hidden />
        </Button>
        <Heading className={css.month ?? ''} />
        <Button slot="next" className={classes(button.button, button.icon)}>
          <ChevronRight size={16} aria-hidden />
        </Button>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={css.weekday ?? ''}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className={css.day ?? ''} />}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
