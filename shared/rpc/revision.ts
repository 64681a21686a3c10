/**
 * Orders the outputs and events of one run of the host. The higher number is newer. If an output was read after an event, its
 * number is at least that of the event.
 */
export interface Revision {
  readonly run: string
  readonly at: number
}
