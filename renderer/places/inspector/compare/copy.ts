export const compare = {
  region: 'Comparison',
  title: 'Compare',
  end: 'End comparison',
  wrongBodyTitle: 'This body belongs to another delivery.',
  wrongBody: 'End the comparison and select a delivery flagged',
  wrongBodyFlag: 'Body changed',
  loading: 'Loading both deliveries',
  deliveries: ['Earlier', 'Later'],
  bodies: ['First body', 'Other body'],
  responses: ['Earlier response', 'Later response'],
  tabs: 'Comparison',
  structure: 'Structure',
  bytes: 'Bytes',
  headers: 'Headers',
  same: 'same',
  attempts: (count: number) => `${count.toLocaleString()} attempts`,
  noId: 'no ID',
  missing: 'missing',
  unknownEvent: 'Unknown event',
} as const

export const menu = {
  choose: 'Press Enter on the delivery to compare with, or click it.',
  chooseShort: 'Press Enter on another.',
  cancel: 'Cancel',
  noneBefore: 'No earlier delivery',
  failed: 'Earlier delivery not found',
  otherBody: (receivedAt: string) => `Compare with other body, ${receivedAt}`,
  another: 'Compare with…',
  anotherOne: 'Compare with another delivery…',
  withOpen: 'Compare with selected',
  stop: 'Stop comparing',
  before: 'Compare with previous',
  beforeOfNote: 'Compare with previous of this note',
}

const size = (bytes: number) => `${bytes.toLocaleString()} byte${bytes === 1 ? '' : 's'}`

export const bytes = {
  bothEmpty: 'Both bodies are empty.',
  same: (length: number) => `Identical, ${size(length)}.`,
  differ: 'Different from offset',
  sizes: (left: string, leftLength: number, right: string, rightLength: number) =>
    `${left}: ${size(leftLength)}. ${right}: ${size(rightLength)}.`,
  sameEnd: (length: number) => ` The last ${length.toLocaleString()} bytes are identical.`,
  help: 'Underlined bytes differ at the same offset. An inserted byte shifts all that follow.',
  label: (name: string) => `Bytes of the ${name.toLowerCase()}`,
  ended: 'Ends before this offset.',
} as const

export const headers = {
  reordered: 'Different order. Headers are paired by name.',
  sameOrder: 'Same order.',
  table: 'Headers of both deliveries',
  header: 'Header',
  also: 'also',
}

export const structure = {
  notJson: 'Not JSON, too large, or with the same name twice. See Bytes.',
  reordered: 'Different key order in',
  reorderedHelp: 'JSON ignores key order, but the signature doesn’t.',
  table: 'Differences in structure',
  path: 'Path',
  more: (count: number) => `${count.toLocaleString()} more not shown.`,
  same: 'Identical, byte for byte.',
  sameValues: 'Same values in a different key order.',
  sameMeaning: 'Same values, written differently (spaces or escapes). See Bytes.',
  whole: '(the whole value)',
}
