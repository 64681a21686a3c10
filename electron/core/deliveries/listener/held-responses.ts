/** So many connections may wait for a simulated answer. */
const most = 32

/** Answers that are held back on purpose, apart from the slots of those under way. */
export function createHeldResponses() {
  const held = new Map<NodeJS.Timeout, () => void>()
  let taken = 0
  const end = (timer: NodeJS.Timeout, answer: () => void) => {
    clearTimeout(timer)
    held.delete(timer)
    taken -= 1
    answer()
  }
  return {
    /** A place to wait, to be held or given up; `false` when all are taken. */
    reserve(): boolean {
      if (taken >= most) return false
      taken += 1
      return true
    },
    giveUp() {
      taken -= 1
    },
    hold(delayMs: number, answer: () => void) {
      const timer = setTimeout(() => end(timer, answer), delayMs)
      held.set(timer, answer)
    },
    /** At quit: they are given now. */
    release() {
      for (const [timer, answer] of [...held]) end(timer, answer)
    },
  }
}
