import { sessionLimits } from '#shared/deliveries/session-file.ts'
import { deliveryCount } from '../copy.ts'

export const open = {
  button: 'Open session…',
  tooLarge: 'It is larger than 64 MB. Export fewer deliveries.',
  unreadable: 'It cannot be read.',
  failed: (file: string) => `${file} was not opened.`,
}

export const view = {
  title: 'Session',
  count: (deliveries: number) => `${deliveryCount(deliveries)} in the file`,
  close: 'Back to the inspector',
  list: 'Deliveries of the session',
  bannerTitle: 'This is a file.',
  exported: 'exported',
  foreign:
    'The verdicts are those of the Notehook that exported it: nothing was verified here, and nothing is stored.',
  none: 'No delivery in the file matches the filter',
  all: deliveryCount,
  some: (shown: number, total: number) =>
    `${shown.toLocaleString()} of ${total.toLocaleString()} match the filter`,
  detail: 'Delivery',
  missingTitle: 'This delivery is not in the file',
  missing:
    'The address names a delivery that the file does not contain. The file may have been exported again since.',
  backToList: 'Back to the list',
  notOpen: 'is not open',
  openAgain: 'Open the file again…',
  notOpenHelp:
    'Notehook reads a session file into this window and keeps no copy, so a reload closes it. Open the file again to continue where you were.',
}

/** What is wrong with a file, as sentences about it. */
export const problems = {
  tooMany: `It contains more than ${sessionLimits.deliveries.toLocaleString()} deliveries. Export fewer of them.`,
  tooBig: (place: number, where: string) =>
    `Delivery ${place} in it is larger than any that can be received${where}. Nothing was opened.`,
  damaged: (place: number, where: string) =>
    `Delivery ${place} in it is damaged or cut off${where}. Nothing was opened.`,
  damagedBody: (place: number) => `The body of delivery ${place} in it is damaged.`,
  duplicateIds: 'It contains two deliveries with the same number, so it was edited by hand.',
  damagedHead: 'Its first line, with the title and the time, is damaged. Nothing was opened.',
  newer: 'It was written by a newer version of Notehook. Update Notehook to open it.',
  notSession: 'This is not a session that Notehook exported. Export one in the format “Session”.',
}
