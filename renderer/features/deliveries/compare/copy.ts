export const compare = {
  region: 'Comparison',
  title: 'Compare',
  end: 'End comparing',
  wrongBodyTitle: 'This body does not belong to the chosen delivery.',
  wrongBody: 'End comparing, and choose a delivery with the flag',
  wrongBodyFlag: 'Body changed',
  loading: 'Reading both',
  deliveries: ['Marked', 'Chosen'],
  bodies: ['First body', 'Other body'],
  tabs: 'What is compared',
  structure: 'Structure',
  bytes: 'Bytes',
  headers: 'Headers',
  same: 'same',
  noId: 'no id',
  received: 'received',
  missing: 'missing',
  unknownEvent: 'Unknown event',
} as const

export const menu = {
  label: 'Compare the delivery',
  button: 'Compare with…',
  marked: 'Marked. Choose another delivery to compare it with.',
  cancel: 'Cancel',
  noneBefore: 'There is no earlier delivery.',
  failed: 'The earlier delivery was not found.',
  otherBody: (receivedAt: string) => `Its other body, received ${receivedAt}`,
  another: 'Another one in the list (c)',
  before: 'The one received before it',
  beforeOfNote: 'The previous one of the same note',
}

const size = (bytes: number) => `${bytes.toLocaleString()} byte${bytes === 1 ? '' : 's'}`

export const bytes = {
  bothEmpty: 'Both are empty.',
  same: (length: number) => `They are the same, all ${size(length)}.`,
  /** Before and after the decimal offset, which is emphasized. */
  differ: ['They differ from offset', 'on'],
  sizes: (left: string, leftLength: number, right: string, rightLength: number) =>
    `${left}: ${size(leftLength)}. ${right}: ${size(rightLength)}.`,
  sameEnd: (length: number) => ` The last ${length.toLocaleString()} are the same.`,
  help: 'Underlined bytes differ from the other side at the same offset. An inserted byte shifts all that follow.',
  label: (name: string) => `Bytes of ${name.toLowerCase()}`,
  ended: 'It ends before this offset.',
} as const

export const headers = {
  reordered: 'Their order differs. Headers of the same name are shown side by side.',
  sameOrder: 'Their order is the same.',
  table: 'Headers of both',
  header: 'Header',
  also: 'also',
}

export const structure = {
  notJson: 'At least one of them is not JSON, or too large to compare. Compare their bytes.',
  reordered: 'The order of keys differs in',
  reorderedHelp: 'It has no meaning in JSON, but changes the signature.',
  table: 'Differences in structure',
  path: 'Path',
  more: (count: number) => `${count.toLocaleString()} more are not shown.`,
  same: 'They are the same, byte by byte.',
  sameValues: 'The values are the same; only the order of keys differs.',
  sameMeaning:
    'The values are the same; only the notation differs, such as spaces or escapes. Compare their bytes.',
  whole: '(the whole value)',
}
