/**
 * Returns whether a string is a valid day in the format YYYY-MM-DD. A pattern is not enough, because engines parse 31 February as
 * 3 March.
 */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
