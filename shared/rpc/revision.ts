/**
 * Orders the outputs and events of one run of the host. The higher number is newer. An output that was read after an event has at
 * least the event's number.
 */
export interface Revision {
  readonly run: string
  readonly at: number
}
