import {
  type CalendarDate,
  type DateValue,
  getLocalTimeZone,
  parseDate,
  today,
} from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import {
  Button as AriaButton,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateField,
  DateInput,
  DateSegment,
  Heading,
  Label,
} from 'react-aria-components'
import { classes } from '../class-names.ts'
import button from '../controls/button.module.css'
import field from '../controls/field.module.css'
import css from './days-chip.module.css'
import { FilterChip } from './filter-chip.tsx'
import { onEnter } from './on-enter.ts'

type Days<Bound extends string> = Readonly<Record<Bound, string | null>>

/**
 * A filter by days, with presets, a field for each bound, and a calendar for the bound that was edited last. A typed day is
 * applied on Enter or when its field loses the focus. Escape discards it.
 */
export function DaysChip<Bound extends string>({
  label,
  bounds,
  days,
  presets,
  onChange,
}: {
  readonly label: string
  readonly bounds: readonly { readonly id: Bound; readonly label: string }[]
  /** Days in the format `YYYY-MM-DD`, or `null` for no bound. */
  readonly days: Days<Bound>
  readonly presets: readonly { readonly label: string; readonly days: Days<Bound> }[]
  readonly onChange: (days: Partial<Days<Bound>>) => void
}) {
  const [open, setOpen] = useState(false)
  const [bound, setBound] = useState(bounds[0])
  const [typed, setTyped] = useState<Partial<Record<Bound, DateValue | null>>>({})
  if (bound === undefined) return null

  const take = (id: Bound) => {
    const day = dayText(typed[id] ?? null)
    if (typed[id] === null ? days[id] !== null : day !== null && day !== days[id]) {
      onChange({ [id]: day } as Partial<Days<Bound>>)
    }
  }
  const onOpenChange = (opening: boolean) => {
    if (opening) setTyped({})
    else for (const { id } of bounds) if (id in typed) take(id)
    setOpen(opening)
  }
  const close = (changes: Partial<Days<Bound>>) => {
    onChange(changes)
    setOpen(false)
  }

  return (
    <FilterChip
      label={label}
      value={wordsOf(bounds, days)}
      isOpen={open}
      onOpenChange={onOpenChange}
      onCancel={() => {
        setTyped({})
        setOpen(false)
      }}
      onClear={() => onChange(Object.fromEntries(bounds.map(({ id }) => [id, null])) as Days<Bound>)}
    >
      <div className={css.choice}>
        <div className={css.presets}>
          {presets.map((preset) => (
            <AriaButton key={preset.label} className={css.preset ?? ''} onPress={() => close(preset.days)}>
              {preset.label}
            </AriaButton>
          ))}
        </div>
        <div>
          <div className={css.fields}>
            {bounds.map((each, index) => (
              <DateField
                key={each.id}
                autoFocus={index === 0}
                value={each.id in typed ? (typed[each.id] ?? null) : calendarDay(days[each.id])}
                onChange={(day) => setTyped({ ...typed, [each.id]: day })}
                className={classes(field.field, css.field)}
                onFocus={() => setBound(each)}
                onBlur={() => take(each.id)}
                onKeyDown={onEnter(() => onOpenChange(false))}
              >
                <Label className={css.label ?? ''}>{each.label}</Label>
                <DateInput className={classes(field.input, css.input)}>
                  {(segment) => <DateSegment segment={segment} className={css.segment ?? ''} />}
                </DateInput>
              </DateField>
            ))}
          </div>
          <Month
            key={bound.id}
            label={`${label} ${bound.label.toLowerCase()}`}
            value={calendarDay(days[bound.id])}
            onChange={(day) => {
              const text = dayText(day)
              if (text !== null) close({ [bound.id]: text } as Partial<Days<Bound>>)
            }}
          />
        </div>
      </div>
    </FilterChip>
  )
}

/** Formats the filter, such as *after 3 Mar, before 9 Mar*. The year is added if it is not the current one. */
function wordsOf<Bound extends string>(
  bounds: readonly { readonly id: Bound; readonly label: string }[],
  days: Days<Bound>,
): string | null {
  const parts = bounds.flatMap(({ id, label }) => {
    const day = calendarDay(days[id])
    const form = day?.year === today(getLocalTimeZone()).year ? dayMonth : dayMonthYear
    return day === null ? [] : [`${label.toLowerCase()} ${form.format(day.toDate('UTC'))}`]
  })
  return parts.length === 0 ? null : parts.join(', ')
}

const dayMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayMonthYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

function Month({
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

/** First valid year. A smaller number means that the user is still typing the year. */
const firstYear = 1900

/** Parses a day. Returns `null` if the text is not a valid date, such as 31 February. */
export function calendarDay(text: string | null): CalendarDate | null {
  try {
    return text === null ? null : parseDate(text)
  } catch {
    return null
  }
}

/** Formats a day as `YYYY-MM-DD`. Returns `null` if there is no day or its year is incomplete. */
export function dayText(day: DateValue | null): string | null {
  return day === null || day.year < firstYear || day.year > 9999 ? null : day.toString()
}
