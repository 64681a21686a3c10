const everyMs = 250
/** What waited through a stall is taken up within this. */
const afterwardsMs = 500

/**
 * Notices that requests may have waited for longer than an answer is of use: the time of arrival at the socket is unknown, so all
 * that is taken up right after the process stood still counts as having come at its beginning.
 */
export function watchLateness(deadlineMs: number) {
  let beatMs = performance.now()
  let lateUntilMs = Number.NEGATIVE_INFINITY
  const stoodStill = (nowMs: number) => nowMs - beatMs - everyMs > deadlineMs
  const timer = setInterval(() => {
    const nowMs = performance.now()
    if (stoodStill(nowMs)) lateUntilMs = nowMs + afterwardsMs
    beatMs = nowMs
  }, everyMs).unref()
  return {
    isLate() {
      const nowMs = performance.now()
      // The stall may end among requests, before the timer has its turn.
      return nowMs < lateUntilMs || stoodStill(nowMs)
    },
    close: () => clearInterval(timer),
  }
}
