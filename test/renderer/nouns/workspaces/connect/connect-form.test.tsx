// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '#shared/rpc/client.ts'
import type { CallOptions, Reply } from '#shared/rpc/transport.ts'
import type { KeychainState } from '#shared/workspaces/session-contract.ts'
import { ApiProvider } from '../../../../../renderer/host/client.ts'
import { createQueryClient } from '../../../../../renderer/host/query-cache.ts'
import { keys } from '../../../../../renderer/host/query-keys.ts'
import { ConnectForm } from '../../../../../renderer/nouns/workspaces/connect/connect-form.tsx'
import { eventually } from '../../../../support/eventually.ts'
import { render } from '../../../../support/render.tsx'

const apiKey = 'key-that-must-not-leak'
const cache = createQueryClient()
let called: string[]
let asked: unknown[]
let reply: Reply
let entered: () => void
let remove = async () => {}

beforeEach(() => {
  cache.clear()
  sessionStorage.clear()
  called = []
  asked = []
  entered = vi.fn()
  reply = { ok: true, value: { state: 'connected', keychain: 'ready', workspace, keyHint: 'find' } }
})

afterEach(() => remove())

test('connects to the service with the typed base URL and API key', async () => {
  await open('ready')
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  await submit()
  expect(asked).toEqual([{ baseUrl: 'https://api.example.com', apiKey }])
  expect(entered).toHaveBeenCalledOnce()
})

test('keeps the API key in no cache, storage or field after it was sent', async () => {
  await open('ready')
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  await submit()
  const known = [
    ...cache
      .getQueryCache()
      .getAll()
      .map((query) => [query.queryKey, query.state]),
    ...cache
      .getMutationCache()
      .getAll()
      .map((mutation) => mutation.state),
    { ...sessionStorage },
    { ...localStorage },
    document.documentElement.outerHTML,
    field('API key').value,
  ]
  expect(JSON.stringify(known)).not.toContain(apiKey)
})

test('never writes the API key into the draft that survives a reload', async () => {
  await open('ready')
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  expect(JSON.stringify({ ...sessionStorage })).toContain('https://api.example.com')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(apiKey)
  await remove()
  await open('ready')
  expect(field('API address').value).toBe('https://api.example.com')
})

test('shows an error next to a required field that is empty', async () => {
  await open('ready')
  await submit()
  expect(asked).toEqual([])
  expect(document.body.textContent).toContain('Enter the API address.')
  expect(document.body.textContent).toContain('Enter your API key.')
})

test('shows a rejected API key as an error next to the field', async () => {
  reply = {
    ok: false,
    error: { code: 'key-rejected', message: 'The service refused this key.', status: 401 },
  }
  await open('ready')
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  await submit()
  expect(description('API key')).toContain('The service refused this key.')
  expect(field('API address').value).toBe('https://api.example.com')
  expect(field('API key').value).toBe(apiKey)
  expect(document.activeElement, 'the field that needs another look').toBe(field('API key'))
  expect(entered).not.toHaveBeenCalled()
})

test('Details shows the message and request ID of the service’s error', async () => {
  reply = {
    ok: false,
    error: {
      code: 'key-rejected',
      message: 'The service refused this key.',
      status: 401,
      detail: 'unauthorized: this key expired on 1 March',
      requestId: 'req_7Hq2',
    },
  }
  await open('ready')
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  await submit()
  const details = () => document.querySelector('form')?.textContent
  expect(details()).not.toContain('req_7Hq2')
  await press('Details')
  expect(details()).toContain('unauthorized: this key expired on 1 March')
  expect(details()).toContain('req_7Hq2')
  expect(details()).toContain('401')
  reply = { ok: false, error: { code: 'unreachable', message: 'No server of that name was found.' } }
  await submit()
  expect(details(), 'nothing to show').not.toContain('Details')
})

test.each(['keychain-none', 'keychain-failed', 'keychain-locked', 'keychain-waiting'] as const)(
  'offers to keep the API key only in memory after %s',
  async (code) => {
    await open('ready')
    await type('API address', 'https://api.example.com')
    await type('API key', apiKey)
    reply = { ok: false, error: { code, message: 'The keychain did not store it.' } }
    await submit()
    await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
    await submit()
    expect(asked.at(-1)).toEqual({ baseUrl: 'https://api.example.com', apiKey, keepInMemory: true })
  },
)

test('shows the result of testing an API key until the key changes', async () => {
  reply = { ok: true, value: { seesNotes: true } }
  await open('none')
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  await press('Test key')
  expect(called).toEqual(['workspaces.test-key'])
  expect(asked).toEqual([{ baseUrl: 'https://api.example.com', apiKey }])
  expect(document.body.textContent).toContain('This key works.')
  expect([field('API address').value, field('API key').value]).toEqual(['https://api.example.com', apiKey])
  expect(entered).not.toHaveBeenCalled()
  await type('API key', `${apiKey}2`)
  expect(document.body.textContent).not.toContain('This key works.')
})

test('shows next to the field why the test of an API key failed', async () => {
  reply = { ok: false, error: { code: 'unreachable', message: 'No server of that name was found.' } }
  await open('ready')
  await press('Test key')
  expect(called).toEqual([])
  expect(description('API key')).toContain('Enter your API key.')
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  await press('Test key')
  expect(description('API address')).toContain('No server of that name was found.')
  expect(field('API key').value).toBe(apiKey)
})

test('keeps the typed fields when the user cancels a hanging request', async () => {
  let signal: AbortSignal | undefined
  await open('ready', (_, options) => {
    signal = options?.signal
    return new Promise(() => {})
  })
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  await act(async () => field('API key').focus())
  await submit()
  await eventually(() => expect(document.body.textContent).toContain('Waiting for the service…'))
  await press('Cancel')
  expect(called).toEqual(['workspaces.connect'])
  expect(signal?.aborted).toBe(true)
  expect(document.activeElement).toBe(field('API key'))
  expect(document.body.textContent).not.toContain('canceled')
  expect([field('API address').value, field('API key').value]).toEqual(['https://api.example.com', apiKey])
  expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
    'Cancel',
  )
})

test('opens the workspace that already has the typed API key', async () => {
  const existing = {
    code: 'already-connected',
    message: 'These are connected already, as Acme.',
    workspaceId: 'w',
  } as const
  reply = { ok: false, error: existing }
  await open('ready')
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  await submit()
  expect(document.body.textContent).toContain('as Acme.')
  reply = { ok: true, value: { state: 'connected', keychain: 'ready', workspace, keyHint: 'find' } }
  await press('Open workspace')
  expect([called.at(-1), asked.at(-1)]).toEqual(['workspaces.open', { id: 'w' }])
  expect(entered).toHaveBeenCalledOnce()
})

test('offers to reconnect a disconnected workspace with the typed base URL', async () => {
  const was = {
    code: 'was-connected',
    message: 'Acme was connected at this address.',
    workspaceId: 'w',
  } as const
  reply = { ok: false, error: was }
  await open('ready')
  const known = { ...workspace, label: 'Acme', key: 'missing' }
  await act(async () => void cache.setQueryData(keys.workspaces, [known]))
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  await submit()
  expect(document.body.textContent).toContain('Acme was connected at this address.')
  await press('Connect as new workspace')
  expect(asked.at(-1)).toEqual({ baseUrl: 'https://api.example.com', apiKey, another: true })
  reply = { ok: true, value: { state: 'connected', keychain: 'ready', workspace, keyHint: 'find' } }
  await press('Reconnect Acme')
  expect(asked.at(-1)).toEqual({ baseUrl: 'https://api.example.com', apiKey, workspaceId: 'w' })
  expect(entered).toHaveBeenCalledOnce()
})

test('connects without a keychain only if the user agrees', async () => {
  await open('none')
  await type('API address', 'https://api.example.com')
  await type('API key', apiKey)
  await submit()
  expect(asked, 'nothing is sent without consent').toEqual([])
  await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
  await submit()
  expect(asked).toEqual([{ baseUrl: 'https://api.example.com', apiKey, keepInMemory: true }])
})

const workspace = { id: 'w', kind: 'service', label: 'api.example.com', baseUrl: 'https://api.example.com' }

async function open(
  keychain: KeychainState,
  answer: (name: string, options?: CallOptions) => Promise<Reply> | undefined = () => undefined,
): Promise<void> {
  const api = createClient({
    call: async (name, input, options) => {
      called.push(name)
      asked.push(input)
      return (await answer(name, options)) ?? reply
    },
    subscribe: () => () => {},
  })
  const rendered = await render(
    <ApiProvider value={api}>
      <QueryClientProvider client={cache}>
        <ConnectForm keychain={keychain} onEntered={entered} />
      </QueryClientProvider>
    </ApiProvider>,
  )
  remove = rendered.remove
}

function field(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)
  const input = found?.htmlFor ? document.getElementById(found.htmlFor) : null
  if (!(input instanceof HTMLInputElement)) throw new Error(`There is no field ${label}.`)
  return input
}

function description(label: string): string {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

async function type(label: string, text: string): Promise<void> {
  const input = field(label)
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!button) throw new Error(`There is no button ${name}.`)
  await act(async () => button.click())
}

async function submit(): Promise<void> {
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })
}
