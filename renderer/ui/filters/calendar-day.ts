import { type CalendarDate, type DateValue, parseDate } from '@internationalized/date'

/** Years before this one are half typed. */
const firstYear = 1900

/** A day as the calendar knows it; `null` when the text is no day there is, such as 31 February. */
export function calendarDay(text: string | null): CalendarDate | null {
  try {
    return text === null ? null : parseDate(text)
  } catch {
    return null
  }
}

/** `YYYY-MM-DD`; `null` for none and for one whose year is not typed to its end. */
export function dayText(day: DateValue | null): string | null {
  return day === null || day.year < firstYear || day.year > 9999 ? null : day.toString()
}
