/** Words for durations of failure. In the sandbox, where days take minutes or seconds, they say that sandbox time is meant. */
export function spansIn(sandboxTime: boolean) {
  return sandboxTime
    ? {
        day: '1 day of sandbox time',
        threeDays: '3 days of sandbox time',
        fourDays: '4 days of sandbox time',
      }
    : { day: '1 day', threeDays: '3 days', fourDays: '4 days' }
}
