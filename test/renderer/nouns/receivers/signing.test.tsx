// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Receiver } from '#shared/receivers/model.ts'
import { copy as checks } from '../../../../renderer/nouns/checks/copy.ts'
import { compose } from '../../../../renderer/nouns/receivers/compose/copy.ts'
import { signing } from '../../../../renderer/nouns/receivers/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import { control, openApp, press } from '../../../support/renderer/open-app.tsx'
import { aReceiver, aWholeSend } from '../../../support/renderer/receiver-samples.ts'
import { anEndpoint } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
let receiver: Receiver
/** Numbers the receiver of each test, because the selected secret is remembered across pages. */
let serial = 0
const other = 'rcv_Zzzzzzzzzzzzz9'

const listener = anEndpoint()
const leadingThere = anEndpoint({ id: 'whe_Bbbbbbbbbbbbb2', url: 'http://127.0.0.1:3000/webhooks' })
const ofRules = anEndpoint({ id: 'whe_Ccccccccccccc3', url: 'https://rules.example.com/hooks' })

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  serial += 1
  const id = `rcv_${String(serial).padStart(14, '0')}`
  const rules = { endpointIds: [ofRules.id], eventTypes: [], folderIds: [], q: '' }
  receiver = aReceiver({ id, signsWith: 'endpoint', rules })
})
afterEach(() => app.close())

const open = async (place: string, endpoints = () => [listener, ofRules, leadingThere]) => {
  app = await openApp(
    `#/receivers?receiver=${receiver.id}&${place}`,
    {
      'receivers.list': () => [receiver, aReceiver({ id: other, signsWith: 'endpoint' })],
      'endpoints.list': endpoints,
      'receivers.send-composed': () => ({ sends: [aWholeSend(9, { mode: 'edited', simulated: true })] }),
      'checks.get': () => ({
        running: null,
        interruptedJob: null,
        last: null,
        before: null,
        problem: null,
        endpointIds: [leadingThere.id, ofRules.id, listener.id],
        withApi: false,
      }),
      'checks.start': () => ({ jobId: 'job' }),
    },
    1200,
  )
}

const go = (place: string) => {
  location.hash = `#/receivers?receiver=${receiver.id}&${place}`
}

const shown = () => list().textContent ?? ''
function list(): HTMLElement {
  const isCalled = (id: string) => document.getElementById(id)?.textContent === signing.label
  const found = [...document.querySelectorAll<HTMLElement>('button[aria-haspopup="listbox"]')].find(
    (button) =>
      button.getAttribute('aria-label') === signing.label ||
      button
        .getAttribute('aria-labelledby')
        ?.split(' ')
        .some((id) => isCalled(id)),
  )
  if (!found) throw new Error('There is no list of secrets.')
  return found
}
const pick = async (option: string) => {
  await eventually(() => {
    if (list().getAttribute('aria-expanded') !== 'true') list().click()
    control('option', new RegExp(`^${option}`))
  })
  await press('option', new RegExp(`^${option}`))
}
/** Finds a button in the dialog, because the page behind it has buttons with the same names. */
function inDialog(label: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(
    (button) => button.textContent === label,
  )
  if (!found) throw new Error(`The dialog has no button ${label}.`)
  return found
}
const name = signing.endpoint

test.each([['form=compose'], ['tab=check']])(
  'with %s, preselects the secret of the endpoint that has the receiver’s URL',
  async (place) => {
    await open(place)
    await eventually(() => expect(shown()).toContain(name('127.0.0.1:3000/webhooks').slice(0, 24)))
  },
)

test('preselects the secret of the endpoint in the receiver’s rules', async () => {
  await open('form=compose', () => [listener, ofRules])
  await eventually(() => expect(shown()).toContain('rules.example.com'))
})

test('remembers which secret the user selected for each receiver', async () => {
  await open('form=compose')
  await pick(signing.sample)
  inDialog(compose.send).click()
  await eventually(() =>
    expect(app.inputsOf('receivers.send-composed')).toMatchObject([
      { composition: { signedBy: { kind: 'sample' } } },
    ]),
  )
  go('tab=check')
  await eventually(() => press('button', checks.start))
  await eventually(() =>
    expect(app.inputsOf('checks.start')).toMatchObject([{ signedBy: { kind: 'sample' } }]),
  )
  receiver = aReceiver({ id: other, signsWith: 'endpoint' })
  go('form=compose')
  await eventually(() => inDialog(compose.send))
  await eventually(() => expect(shown()).toContain('127.0.0.1:3000'))
})

test('forgets the selected secret when the endpoint is deleted', async () => {
  let endpoints = [listener, ofRules]
  await open('form=compose', () => endpoints)
  await pick(name('hooks'))
  await eventually(() => expect(shown()).toContain('hooks.example.com'))
  endpoints = [ofRules]
  await app.tell({ name: 'endpoints.changed', data: {} })
  await eventually(() => expect(shown()).toContain('rules.example.com'))
})
