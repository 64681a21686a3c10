import { type CalendarDate, type DateValue, parseDate } from '@internationalized/date'

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
