/** Words for durations of failure. In the sandbox, where days take minutes or seconds, they say that sandbox time is meant. */
export function spansIn(sandboxTime: boolean) {
  return sandboxTime
    ? {
        day: '24 h of sandbox time',
        threeDays: '72 h of sandbox time',
        fourDays: '96 h of sandbox time',
      }
    : { day: 'a day', threeDays: 'three days', fourDays: 'four days' }
}
