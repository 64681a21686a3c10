import {
  type CalendarDate,
  endOfMonth,
  getLocalTimeZone,
  startOfMonth,
  startOfYear,
  today,
} from '@internationalized/date'
import { copy } from '../copy.ts'

type Created = { readonly after: string | null; readonly before: string | null }
type Updated = { readonly updated: string | null }

/**
 * Returns common date ranges in this computer's time zone. Each bound is shifted by a day, because the service excludes the bound
 * itself (specification, section 4).
 */
export function createdPresets(now: CalendarDate = today(getLocalTimeZone())) {
  const last = startOfMonth(now.subtract({ months: 1 }))
  return [
    preset(copy.presets.today, now),
    preset(copy.presets.yesterday, now.subtract({ days: 1 }), now.subtract({ days: 1 })),
    preset(copy.presets.last7, now.subtract({ days: 6 })),
    preset(copy.presets.last30, now.subtract({ days: 29 })),
    preset(copy.presets.thisMonth, startOfMonth(now)),
    preset(copy.presets.lastMonth, last, endOfMonth(last)),
    preset(copy.presets.thisYear, startOfYear(now)),
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
