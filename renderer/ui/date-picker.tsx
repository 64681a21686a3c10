import { type DateValue, parseDate } from '@internationalized/date'
import { CalendarDays, ChevronLeft, ChevronRight, X } from 'lucide-react'
import {
  DatePicker as AriaDatePicker,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  Heading,
} from 'react-aria-components'
import button from './button.module.css'
import { classes } from './class-names.ts'
import css from './date-picker.module.css'
import field from './field.module.css'
import { FieldHints, FieldLabel, type FieldTexts } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { Popover } from './popover.tsx'

export interface DatePickerProps extends FieldTexts {
  /** A calendar day, `YYYY-MM-DD`, or `null` for none. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
  readonly minDay?: string | undefined
  readonly maxDay?: string | undefined
  readonly className?: string | undefined
}

/** A calendar day, typed part by part or picked from a month. */
export function DatePicker({
  label,
  description,
  error,
  hideLabel = false,
  value,
  onChange,
  minDay,
  maxDay,
  className,
}: DatePickerProps) {
  return (
    <AriaDatePicker
      className={classes(field.field, className)}
      value={value === null ? null : parseDate(value)}
      onChange={(day) => onChange(day === null ? null : day.toString())}
      isInvalid={Boolean(error)}
      {...(minDay ? { minValue: parseDate(minDay) } : {})}
      {...(maxDay ? { maxValue: parseDate(maxDay) } : {})}
    >
      <FieldLabel label={label} hideLabel={hideLabel} />
      <Group className={field.group ?? ''}>
        <DateInput className={css.input ?? ''}>
          {(segment) => <DateSegment segment={segment} className={css.segment ?? ''} />}
        </DateInput>
        {value === null ? null : (
          <IconButton label={`Clear ${label}`} slot={null} onPress={() => onChange(null)}>
            <X size={14} aria-hidden />
          </IconButton>
        )}
        <Button className={classes(button.button, button.icon)}>
          <CalendarDays size={15} aria-hidden />
        </Button>
      </Group>
      <FieldHints description={description} error={error} />
      <Popover>
        <Dialog className={css.dialog ?? ''}>
          <Month />
        </Dialog>
      </Popover>
    </AriaDatePicker>
  )
}

/** A month to pick a day from. Inside a `DatePicker` it takes its value from there. */
export function Month({
  label,
  ...day
}: {
  readonly label?: string
  readonly value?: DateValue | null
  readonly onChange?: (day: DateValue) => void
}) {
  return (
    <Calendar {...day} {...(label ? { 'aria-label': label } : {})}>
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
