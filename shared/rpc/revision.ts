/**
 * When something was so: the host counts what it tells, from the start of each run. Of two of one run the higher is the newer;
 * what was read after an event was told has at least its number.
 */
export interface Revision {
  readonly run: string
  readonly at: number
}
