import { sessionLimits } from '#shared/deliveries/limits.ts'
import { deliveryCount } from '../../../nouns/deliveries/copy.ts'

export const open = {
  button: 'Open session…',
  tooLarge: 'Larger than 64 MB. Export fewer deliveries.',
  unreadable: 'The file can’t be read.',
  failed: (file: string) => `Couldn’t open ${file}.`,
}

export const view = {
  title: 'Session',
  count: (deliveries: number) => `${deliveryCount(deliveries)} in the file`,
  close: 'Back to Inspector',
  list: 'Deliveries of the session',
  bannerTitle: 'Viewing an exported session.',
  exported: 'exported',
  foreign: 'Verdicts were recorded at export. Nothing is stored.',
  none: 'No matching deliveries',
  all: deliveryCount,
  some: (shown: number, total: number) => `${shown.toLocaleString()} of ${deliveryCount(total)}`,
  missingTitle: 'Delivery not in this file',
  missing: 'The file may have been exported again.',
  backToList: 'Back to the list',
  notOpen: 'is not open',
  openAgain: 'Open the file again…',
  notOpenHelp: 'Notehook keeps no copy of session files, so a reload closes them. Open the file to continue.',
}

export const problems = {
  tooMany: `More than ${sessionLimits.deliveries.toLocaleString()} deliveries. Export fewer.`,
  tooBig: (place: number, where: string) =>
    `Delivery ${place} is larger than the receiving limit${where}. Nothing was opened.`,
  damaged: (place: number, where: string) =>
    `Delivery ${place} is damaged or cut off${where}. Nothing was opened.`,
  damagedBody: (place: number) => `The body of delivery ${place} is damaged. Nothing was opened.`,
  duplicateIds: 'Two deliveries have the same number. The file was edited by hand.',
  damagedHead: 'The first line, with title and time, is damaged. Nothing was opened.',
  newer: 'Written by a newer version of Notehook. Update Notehook to open it.',
  notSession: 'Not a Notehook session. Export deliveries in the format “Session”.',
}
