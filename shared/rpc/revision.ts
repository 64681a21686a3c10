/**
 * Orders outputs and events of one run of the host: the higher number is newer. An output that was read after an event has at least the
 * number of that event.
 */
export interface Revision {
  readonly run: string
  readonly at: number
}
