import { setImmediate as turn } from 'node:timers/promises'

/** Turns of the event loop until what was given to the delivery store is committed and told: see `gather` there. */
export async function settled() {
  for (let turns = 0; turns < 5; turns++) await turn()
}
