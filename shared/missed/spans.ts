/** Words for durations of failure. In the sandbox, where days pass in minutes or seconds, they name the sandbox's time. */
export function spansIn(sandboxTime: boolean) {
  return sandboxTime
    ? {
        day: '24 h of sandbox time',
        threeDays: '72 h of sandbox time',
        fourDays: '96 h of sandbox time',
      }
    : { day: 'a day', threeDays: 'three days', fourDays: 'four days' }
}
