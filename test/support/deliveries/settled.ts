import { setImmediate as turn } from 'node:timers/promises'

/** Waits until the delivery store has committed and published, which takes a few turns of the event loop. */
export async function settled() {
  for (let turns = 0; turns < 5; turns++) await turn()
}
