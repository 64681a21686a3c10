/** Maximum number of connections that wait for a simulated response. */
const most = 32

/** Holds delayed responses, which do not use the slots of open requests. */
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
    /** Reserves a slot, to be used or released. Returns `false` if none is free. */
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
    /** Sends all delayed responses now, because the app quits. */
    release() {
      for (const [timer, answer] of [...held]) end(timer, answer)
    },
  }
}
