/**
 * Formats durations of failures in words. In the sandbox, where a day takes minutes or seconds, the words mention sandbox time.
 */
export function spansIn(sandboxTime: boolean) {
  return sandboxTime
    ? {
        day: '1 day of sandbox time',
        threeDays: '3 days of sandbox time',
        fourDays: '4 days of sandbox time',
      }
    : { day: '1 day', threeDays: '3 days', fourDays: '4 days' }
}
