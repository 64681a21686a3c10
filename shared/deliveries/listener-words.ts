import type { ListenerStatus } from './contract.ts'

/** The state of the listener in the words of the window. */
export const listenerStateNames: Readonly<Record<ListenerStatus['state'] | 'notStoring', string>> = {
  listening: 'Listening',
  notStoring: 'Not storing',
  stopped: 'Not receiving',
  failed: 'Not receiving',
}
