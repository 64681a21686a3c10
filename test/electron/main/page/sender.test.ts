import type { WebFrameMain } from 'electron'
import { expect, test } from 'vitest'
import { isOurPage, type Sender } from '../../../../electron/main/page/ipc.ts'

const mainFrame: NonNullable<Sender['senderFrame']> = {
  detached: false,
  parent: null,
  origin: 'app://bundle',
}
const ours = (id: number) => id === 7
const from = (frame: Partial<typeof mainFrame> | null, id = 7): Sender => {
  const senderFrame = frame && Object.assign({ ...mainFrame }, frame)
  return { sender: { id, mainFrame: senderFrame }, senderFrame }
}

test('accepts calls from the main frame of the app’s window', () => {
  expect(isOurPage(from({}), ours)).toBe(true)
})

test.each<[string, Sender]>([
  ['a frame that is gone', from(null)],
  ['a frame that was detached', from({ detached: true })],
  ['a frame with a parent', from({ parent: {} as WebFrameMain })],
  [
    'a frame that is not the main frame',
    { sender: { id: 7, mainFrame: { ...mainFrame } }, senderFrame: { ...mainFrame } },
  ],
  ['another window', from({}, 8)],
  ...[
    '',
    'null',
    'https://bundle',
    'app://bundle.example.com',
    'app://other',
    'app://bundle/',
    'file://',
    'APP://BUNDLE',
  ].map((origin): [string, Sender] => [`the origin ${JSON.stringify(origin)}`, from({ origin })]),
])('rejects calls from %s', (_name, sender) => {
  expect(isOurPage(sender, ours)).toBe(false)
})
