import {
  type CalendarDate,
  endOfMonth,
  getLocalTimeZone,
  startOfMonth,
  startOfYear,
  today,
} from '@internationalized/date'

type Created = { readonly after: string | null; readonly before: string | null }
type Updated = { readonly updated: string | null }

/** Ranges people ask for, by the days of this machine. A bound of the service leaves its own day out (section 4), so each is one off. */
export function createdPresets(now: CalendarDate = today(getLocalTimeZone())) {
  const last = startOfMonth(now.subtract({ months: 1 }))
  return [
    preset('Today', now),
    preset('Yesterday', now.subtract({ days: 1 }), now.subtract({ days: 1 })),
    preset('Last 7 days', now.subtract({ days: 6 })),
    preset('Last 30 days', now.subtract({ days: 29 })),
    preset('This month', startOfMonth(now)),
    preset('Last month', last, endOfMonth(last)),
    preset('This year', startOfYear(now)),
  ]
}

export function updatedPresets(now: CalendarDate = today(getLocalTimeZone())) {
  return createdPresets(now).flatMap(({ label, days }) =>
    days.before === null ? [{ label, days: { updated: days.after } satisfies Updated }] : [],
  )
}

function preset(label: string, first: CalendarDate, last: CalendarDate | null = null) {
  const days: Created = {
    after: first.subtract({ days: 1 }).toString(),
    before: last === null ? null : last.add({ days: 1 }).toString(),
  }
  return { label, days }
}
