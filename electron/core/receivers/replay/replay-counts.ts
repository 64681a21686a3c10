import type { Send, SendVerdict } from '#shared/receivers/model.ts'
import type { ReplayCounts } from '#shared/receivers/replay.ts'

export const noCounts: ReplayCounts = {
  sent: 0,
  passed: 0,
  failed: 0,
  fixed: 0,
  regressed: 0,
  stillFailing: 0,
  stillPassing: 0,
  gone: 0,
  unsigned: 0,
}

/** Adds a send to the counts. Stopped sends are not counted. Deleted and unsigned deliveries have their own counters. */
export function counted(counts: ReplayCounts, { problem, verdict }: Send, passed: boolean): ReplayCounts {
  if (problem?.code === 'gone') return { ...counts, gone: counts.gone + 1 }
  if (problem?.code === 'unsigned') return { ...counts, unsigned: counts.unsigned + 1 }
  if (problem?.code === 'stopped') return counts
  const next = { ...counts, sent: counts.sent + 1 }
  if (passed) next.passed += 1
  else next.failed += 1
  if (verdict !== null) next[names[verdict]] += 1
  return next
}

const names: Readonly<Record<SendVerdict, 'fixed' | 'regressed' | 'stillFailing' | 'stillPassing'>> = {
  fixed: 'fixed',
  regressed: 'regressed',
  'still-failing': 'stillFailing',
  'still-passing': 'stillPassing',
}
