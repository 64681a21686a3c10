// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { sampleSecret } from '#shared/receivers/compose.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import {
  breaking,
  compose,
  failures,
  fields,
  headers,
  preview,
  result,
  start,
} from '../../../../renderer/nouns/receivers/compose/copy.ts'
import { signing } from '../../../../renderer/nouns/receivers/copy.ts'
import { address } from '../../../../renderer/nouns/receivers/form/copy.ts'
import { replay } from '../../../../renderer/nouns/receivers/replay/copy.ts'
import { send as sendWords } from '../../../../renderer/nouns/receivers/sends/copy.ts'
import { words as formWords } from '../../../../renderer/ui/overlays/form-sheet.tsx'
import { eventually } from '../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../support/renderer/open-app.tsx'
import { aReceiver, aWholeSend } from '../../../support/renderer/receiver-samples.ts'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../support/renderer/samples.ts'

let list: Receiver[]
let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  list = [aReceiver()]
  serial += 1
})
/** Numbers the delivery and note of each test, because drafts outlive a page. */
let serial = 0
const noteId = () => `not_${String(serial).padStart(14, '0')}`
afterEach(() => app.close())

const body = '{ "event_id": "evt_1", "event_type": "note.edited", "x": {"event_id": "inner"} }'
const aSent = (parts: Parameters<typeof aWholeSend>[1] = {}) =>
  aWholeSend(9, { mode: 'edited', simulated: true, deliveryId: null, ...parts })

const open = async (hash: string, answers: Answers = {}) => {
  app = await openApp(
    hash,
    {
      'receivers.list': () => list,
      'endpoints.list': () => [anEndpoint()],
      'deliveries.list': () => ({ deliveries: [aDelivery(serial)], hasMore: false }),
      'deliveries.get': ({ id }) =>
        aWholeDelivery(id, {
          bodyBase64: btoa(body),
          headers: [
            ['Webhook-Id', 'evt_1'],
            ['Webhook-Signature', 'v1,abc'],
            ['X-Trace', 'a'],
          ],
        }),
      'receivers.send-composed': () => ({ sends: [aSent()] }),
      ...answers,
    },
    1200,
  )
}
const openComposer = async (answers: Answers = {}) => {
  await open(`#/receivers?form=compose&note=${noteId()}`, answers)
  await eventually(() => control('textbox', fields.body))
}
/** Opens the editor of a delivery by its key. Keys work shortly after the pane appears. */
const openEdit = async (answers: Answers = {}) => {
  await open(`#/inspector?delivery=${serial}`, answers)
  await eventually(() => control('tab', /^Sends/))
  await pressE()
}
const pressE = () =>
  eventually(() => {
    if (!document.querySelector('[role="dialog"]'))
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true, cancelable: true }))
    control('textbox', fields.body)
  })

const sendButton = () =>
  control('button', new RegExp(`^(${compose.send}|${compose.sendAgain})$`)) as HTMLButtonElement
const closeDialog = async () => {
  document.querySelector<HTMLElement>('[role="dialog"] button[aria-label="Close"]')?.click()
  await eventually(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
}
const field = (name: string) => control('textbox', new RegExp(`^${name}`)) as HTMLInputElement
const typedIn = (name: string) => field(name).value

function typeInto(name: string, text: string): void {
  const input = field(name)
  const prototype = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Selects an option of a list, whose popover may still be closing. */
const pick = async (label: string, option: RegExp) => {
  await eventually(() => {
    const trigger = listCalled(label)
    if (trigger.getAttribute('aria-expanded') !== 'true') trigger.click()
    control('option', option)
  })
  await press('option', option)
}

function listCalled(label: string): HTMLElement {
  const isCalled = (id: string) => document.getElementById(id)?.textContent === label
  const found = [...document.querySelectorAll('[role="dialog"] button[aria-haspopup="listbox"]')].find(
    (button) => button.getAttribute('aria-labelledby')?.split(' ').some(isCalled),
  )
  if (found instanceof HTMLElement) return found
  throw new Error(`There is no list called ${label}.`)
}

const sent = () => app.inputsOf('receivers.send-composed') as { composition: { bodyBase64: string } }[]
const sentBody = () => atob(sent().at(-1)?.composition.bodyBase64 ?? '')

test('changes in the fields of a composed delivery change its JSON, and vice versa', async () => {
  await openEdit()
  await pick(fields.type, /^note\.generated/)
  await eventually(() => expect(typedIn(fields.body)).toBe(body.replace('note.edited', 'note.generated')))
  typeInto(fields.body, '{"event_type":"note.access_granted","note_id":"not_Aaaaaaaaaaaaa1"}')
  await eventually(() => control('button', `${fields.note}: not_Aaaaaaaaaaaaa1`))
  expect(listCalled(fields.type).textContent).toBe('note.access_granted')
  expect(listCalled(fields.type).querySelector('[class*="prefix"]')?.textContent).toBe('note.')
  typeInto(fields.at, '2026-01-01T00:00:00Z')
  await eventually(() =>
    expect(JSON.parse(typedIn(fields.body))).toMatchObject({ occurred_at: '2026-01-01T00:00:00Z' }),
  )
})

test('changing the event ID of a composed delivery changes only its body and webhook-id', async () => {
  await openEdit()
  typeInto(fields.id, 'evt_2')
  await eventually(() => expect(typedIn(fields.body)).toBe(body.replace('evt_1', 'evt_2')))
  expect(typedIn(headers.value(1))).toBe('evt_2')
  expect(typedIn(headers.value(2))).toBe('a')
})

test('typing changed fields edits their list in the body of a composed delivery', async () => {
  await openComposer()
  expect(typedIn(fields.changed)).toBe('summary')
  typeInto(fields.changed, 'summary, title,')
  await eventually(() => expect(typedIn(fields.body)).toContain('["summary", "title"]'))
  expect(typedIn(fields.changed)).toBe('summary, title,')
  await pick(fields.type, /^note\.generated/)
  await eventually(() => expect(typedIn(fields.body)).not.toContain('changed_fields'))
  await pick(fields.type, /^note\.edited/)
  await eventually(() => expect(typedIn(fields.changed)).toBe('summary'))
})

test('sends an invalid JSON body as typed', async () => {
  await openEdit()
  typeInto(fields.body, '{ "event_type": ')
  await shows('Not valid JSON: ')
  await shows('You can still send it.')
  expect(field(fields.id).disabled).toBe(true)
  expect(typedIn(fields.id)).toBe('evt_1')
  typeInto(fields.body, '[]')
  await shows(fields.notObject)
  sendButton().click()
  await eventually(() => expect(sentBody()).toBe('[]'))
  await shows(result.open)
  expect(document.body.textContent).not.toContain(result.judged.right)
})

test('marks the result of a send as outdated when the composed delivery changes', async () => {
  await openComposer()
  await press('button', compose.send)
  await shows(result.judged.right)
  expect(document.body.textContent).not.toContain(result.changedSince)
  await press('radio', breaking.kinds['wrong-secret'])
  await shows(result.changedSince)
  expect(document.body.textContent).not.toContain(result.judged.right)
  await press('radio', breaking.none)
  await eventually(() => expect(document.body.textContent).not.toContain(result.changedSince))
})

test('sends a body as typed, signed with the endpoint’s secret', async () => {
  const replies = [
    () => {
      throw new AppError('keychain-locked', 'The keychain is locked.')
    },
    () => ({ sends: [aSent()] }),
  ]
  await openEdit({ 'receivers.send-composed': () => (replies.shift() ?? replies[0])?.() as never })
  await pick(fields.type, /^note\.generated/)
  await eventually(() => expect(typedIn(fields.body)).toContain('note.generated'))
  sendButton().click()
  await shows('The keychain is locked.')
  await closeDialog()
  await pressE()
  await shows(formWords.restored)
  expect(typedIn(fields.body)).toBe(body.replace('note.edited', 'note.generated'))
  sendButton().click()
  await shows(result.judged.right)
  expect(app.inputsOf('receivers.send-composed')[1]).toEqual({
    id: 'rcv_Aaaaaaaaaaaaa1',
    composition: {
      deliveryId: serial,
      bodyBase64: btoa(body.replace('note.edited', 'note.generated')),
      headers: [
        ['Webhook-Id', 'evt_1'],
        ['X-Trace', 'a'],
      ],
      breakIt: null,
      signedBy: { kind: 'endpoint', endpointId: 'whe_Aaaaaaaaaaaaa1' },
    },
  })
  await press('button', formWords.startOver)
  await eventually(() => expect(typedIn(fields.body)).toBe(body))
})

test('the preview of a composed delivery can be retried after the keychain was locked', async () => {
  let isLocked = true
  await openEdit({
    'receivers.preview-composed': () => {
      if (isLocked) throw new AppError('keychain-locked', 'The keychain is locked.')
      return { ...aSent().request, times: 1, signedBase64: btoa('{}'), webhookId: 'evt_7' } as never
    },
  })
  await shows('The keychain is locked.')
  isLocked = false
  await press('button', 'Try again')
  await eventually(() => control('button', preview.copyCurl))
  expect(document.body.textContent).not.toContain('The keychain is locked.')
})

test('Undo restores a typed body that another starting point replaced', async () => {
  await openComposer()
  typeInto(fields.body, '{"mine":true}')
  await pick(start.label, /^Odd but valid/)
  await eventually(() => expect(typedIn(fields.body)).toContain('https:\\/\\/'))
  await shows(compose.replaced)
  await press('button', compose.undo)
  await eventually(() => expect(typedIn(fields.body)).toBe('{"mine":true}'))
})

test('shows how a correct receiver reacts to the composed broken delivery', async () => {
  await openComposer({ 'receivers.send-composed': () => ({ sends: [aSent({ status: 200 })] }) })
  await press('radio', breaking.kinds['wrong-secret'])
  await shows(breaking.correct['wrong-secret'])
  sendButton().click()
  await shows(result.judged.wrong)
  await shows(result.expected.refuse)
  expect(sent()[0]).toMatchObject({ composition: { breakIt: 'wrong-secret', deliveryId: null } })
})

test('shows both responses of the receiver to a delivery sent twice', async () => {
  await openComposer({
    'receivers.send-composed': () => ({ sends: [aSent(), aWholeSend(10, { mode: 'edited', status: 500 })] }),
  })
  await press('radio', breaking.kinds['two-same-id'])
  sendButton().click()
  await shows(result.title2)
  await shows(result.judged.wrong)
  await press('button', sendWords.responseHeaders)
  await eventually(() => expect(document.querySelectorAll('[role="dialog"] table')).toHaveLength(2))
})

test('shows the exact bytes that are signed without sending them', async () => {
  const { request } = aSent()
  await openComposer({
    'receivers.preview-composed': () =>
      ({ ...request, times: 1, signedBase64: btoa('evt_7.1700000000.{"a":1}'), webhookId: 'evt_7' }) as never,
  })
  await press('radio', preview.signed)
  await shows('evt_7.1700000000.{"a":1}')
  expect(sent()).toEqual([])
})

test('signs with a pasted secret without storing it', async () => {
  await openComposer()
  await pick(signing.label, new RegExp(`^${signing.pasted}`))
  await eventually(() => field(signing.secret))
  expect(sendButton().disabled).toBe(true)
  typeInto(signing.secret, 'whsec_c2VjcmV0LW9mLWEtdGVzdC1ubw==')
  await eventually(() => expect(sendButton().disabled).toBe(false))
  sendButton().click()
  await eventually(() =>
    expect(sent()[0]).toMatchObject({
      composition: { signedBy: { kind: 'pasted', secret: 'whsec_c2VjcmV0LW9mLWEtdGVzdC1ubw==' } },
    }),
  )
  const caches = [...app.cache.getQueryCache().getAll(), ...app.cache.getMutationCache().getAll()]
  const dumped = JSON.stringify([
    caches.map(({ state }) => state),
    { ...sessionStorage },
    { ...localStorage },
  ])
  expect(dumped).not.toContain('c2VjcmV0')
  await eventually(() => expect(document.documentElement.outerHTML).not.toContain('c2VjcmV0'))
  document.querySelector<HTMLElement>('[role="dialog"] button[aria-label="Close"]')?.click()
  await shows(compose.leave)
  await press('button', compose.discard)
  await eventually(() =>
    expect(
      document.querySelector('[role="dialog"], [role="alertdialog"]:not([aria-modal="false"])'),
    ).toBeNull(),
  )
})

test('shows the sample secret so that it can be copied', async () => {
  list = [aReceiver({ signsWith: 'none' })]
  await openComposer()
  await shows(sampleSecret)
  sendButton().click()
  await eventually(() => expect(sent()[0]).toMatchObject({ composition: { signedBy: { kind: 'sample' } } }))
})

test('composes a delivery from an indexed note or a stored delivery', async () => {
  const found = {
    id: 'not_Bbbbbbbbbbbbb2',
    title: 'Annual budget',
    owner: null,
    createdAt: null,
    updatedAt: null,
  }
  await openComposer({
    'notes.search': () =>
      ({
        notes: [{ ...found, folders: [], hits: [] }],
        events: [],
        next: null,
        asOf: null,
        complete: true,
      }) as never,
  })
  await press('button', new RegExp(`^${fields.note}: `))
  await shows('Annual budget')
  await press('button', /^Annual budget/)
  await eventually(() => expect(typedIn(fields.body)).toContain('not_Bbbbbbbbbbbbb2'))
  await pick(start.label, /note\.edited/)
  await eventually(() => expect(typedIn(fields.body)).toBe(body))
  sendButton().click()
  await eventually(() => expect(sent()[0]).toMatchObject({ composition: { deliveryId: serial } }))
})

test('a link to compose a delivery about a note selects that note', async () => {
  await open('#/receivers?form=compose&note=not_Bbbbbbbbbbbbb2')
  await eventually(() => expect(typedIn(fields.body)).toContain('not_Bbbbbbbbbbbbb2'))
})

test('explains why a composed delivery cannot be sent', async () => {
  list = [aReceiver({ address: { kind: 'private', host: '10.0.0.2', approval: 'needed' } })]
  await openComposer()
  await shows(address.notApproved)
  expect(sendButton().disabled).toBe(true)
  await app.close()
  list = [aReceiver()]
  await openEdit({
    'deliveries.get': ({ id }) =>
      aWholeDelivery(id, { trace: { ...aWholeDelivery(id).trace, signature: 'mismatch' } }),
  })
  await shows(compose.unverified)
  expect(sendButton().disabled).toBe(true)
  await app.close()
  serial += 1
  await openComposer()
  await press('button', headers.add)
  await shows(headers.badName(2))
  expect(sendButton().disabled).toBe(true)
  await press('button', headers.remove(''))
  typeInto(fields.body, 'x'.repeat(256 * 1024 + 1))
  await shows(fields.tooLarge)
  expect(sendButton().disabled).toBe(true)
})

test('sends a composed delivery to a receiver that was just added', async () => {
  list = []
  await open('#/receivers?form=compose', {
    'receivers.create': () => {
      list = [aReceiver()]
      return aReceiver()
    },
  })
  await shows(replay.noReceiverText)
  expect(document.querySelector('[role="dialog"]')?.closest('[data-dialog]')).toMatchObject({
    dataset: { dialog: 'centre' },
  })
  const inSheet = (text: string) =>
    [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(
      (it) => it.textContent === text,
    )
  await eventually(() => expect(inSheet(replay.addReceiver)).toBeTruthy())
  inSheet(replay.addReceiver)?.click()
  await eventually(() => control('textbox', 'URL'))
  await type('URL', 'http://127.0.0.1:4000/webhooks')
  document.querySelector<HTMLElement>('[role="dialog"] button[type="submit"]')?.click()
  await eventually(() => sendButton())
})

test('reports a failed send even after the composer was closed', async () => {
  const reply = Promise.withResolvers<never>()
  await openEdit({ 'receivers.send-composed': () => reply.promise })
  sendButton().click()
  await closeDialog()
  reply.reject(new AppError('not-found', 'This receiver was deleted.'))
  await shows(failures.send)
})
