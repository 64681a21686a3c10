import { setImmediate as turn } from 'node:timers/promises'

/** Waits as many turns of the event loop as the delivery store needs to commit and publish (see `gather` there). */
export async function settled() {
  for (let turns = 0; turns < 5; turns++) await turn()
}
