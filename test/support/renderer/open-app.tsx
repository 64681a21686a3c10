import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { expect } from 'vitest'
import type { StorageStatus } from '#shared/deliveries/storage-contract.ts'
import { asAppError } from '#shared/errors.ts'
import { createClient } from '#shared/rpc/client.ts'
import type { InputOf, OutputOf, ProcedureName } from '#shared/rpc/contract.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { applyEvents } from '../../../renderer/app/event-effects.ts'
import { createAppRouter } from '../../../renderer/app/router.tsx'
import { ApiProvider } from '../../../renderer/host/client.ts'
import { createQueryClient } from '../../../renderer/host/query-cache.ts'
import { eventually } from '../eventually.ts'
import { render } from '../render.tsx'
import { aMissedStatus } from './missed-samples.ts'
import { anAgentsStatus, aSandboxStatus, noTexts } from './samples.ts'

/** Responses of the test's host. Other calls get the responses of an empty sandbox workspace. */
export type Answers = {
  readonly [Name in ProcedureName]?: (input: InputOf<Name>) => OutputOf<Name> | Promise<OutputOf<Name>>
}

/** Renders the whole page at a route, with a host that is a table of responses. Needs jsdom. `media` matches media queries. */
export async function openApp(
  hash: string,
  answers: Answers,
  width = 600,
  media: (query: string) => boolean = () => false,
) {
  standInForLayout(width, media)
  location.hash = hash
  const calls: {
    readonly name: string
    readonly input: unknown
    readonly signal?: AbortSignal | undefined
  }[] = []
  const listeners = new Set<(event: HostEvent) => void>()
  const table: Readonly<Record<string, ((input: never) => unknown) | undefined>> = { ...quiet, ...answers }
  const api = createClient({
    async call(name, input, { signal } = {}) {
      calls.push({ name, input, signal })
      try {
        return { ok: true, value: await table[name]?.(input as never) }
      } catch (thrown) {
        return { ok: false, error: asAppError(thrown).toWire() }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
  const cache = createQueryClient()
  const end = applyEvents(api, { cache, onFrame: (run) => run() })
  const router = createAppRouter()
  const rendered = await render(
    <ApiProvider value={api}>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ApiProvider>,
  )
  // The page now updates without act(), as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  return {
    cache,
    inputsOf: (name: ProcedureName) => calls.filter((call) => call.name === name).map(({ input }) => input),
    called: () => calls.map(({ name }) => name),
    isCanceled: (name: ProcedureName) =>
      calls.findLast((call) => call.name === name)?.signal?.aborted === true,
    tell(event: HostEvent) {
      for (const listener of listeners) listener(event)
      return settled()
    },
    async close() {
      end()
      Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
      await rendered.remove()
      cache.clear()
    },
  }
}

export async function shows(text: string | RegExp): Promise<void> {
  await eventually(() => expect(document.body.textContent).toMatch(text))
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Finds a control by its accessible name. Controls behind a dialog are found last. */
export function control(role: string, name: string | RegExp): HTMLElement {
  const named = [...document.querySelectorAll<HTMLElement>(selectors[role] ?? `[role="${role}"]`)].filter(
    (element) => nameOf(element).match(name),
  )
  const found = named.find((element) => !element.closest('[aria-hidden="true"], [inert]')) ?? named[0]
  if (!found) throw new Error(`There is no ${role} called ${String(name)}.`)
  return found
}

export async function press(role: string, name: string | RegExp): Promise<void> {
  const target = control(role, name)
  target.click()
  await settled()
}

export async function choose(menu: string | RegExp, item: string | RegExp): Promise<void> {
  await press('button', menu)
  await eventually(() => control('menuitem', item))
  await press('menuitem', item)
}

export async function pressKey(role: string, name: string | RegExp, key: string): Promise<void> {
  control(role, name).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  await settled()
}

export async function type(name: string, text: string): Promise<void> {
  const input = control('textbox', name)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await settled()
}

const selectors: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'input[type=checkbox]:not([role=switch])',
  radio: 'input[type=radio]',
  switch: 'input[role=switch]',
  textbox: 'input:not([type=checkbox], [type=radio]), textarea',
  link: 'a',
}

function nameOf(element: HTMLElement): string {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
  const words = [
    element.getAttribute('aria-label'),
    ...ids.map((id) => document.getElementById(id)?.textContent),
    ...labels.map((label) => label.textContent),
    element.textContent,
  ]
  return words.find(Boolean)?.trim() ?? ''
}

/** Gives every element the size of a small window, because jsdom has no layout and lists would show no rows. */
function standInForLayout(width: number, media: (query: string) => boolean): void {
  Object.defineProperties(HTMLElement.prototype, {
    clientHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => width },
  })
  const matchMedia = (query: string) => ({
    matches: media(query),
    addEventListener() {},
    removeEventListener() {},
  })
  Object.assign(globalThis, { matchMedia, ResizeObserver: NothingResizes })
  Object.assign(HTMLElement.prototype, { scrollTo() {}, scrollIntoView() {} })
  Object.assign(window, { scrollTo() {} })
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => null })
}

class NothingResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const workspace = {
  id: 'sandbox',
  kind: 'sandbox',
  label: 'Sandbox workspace',
  baseUrl: 'http://127.0.0.1:4999',
} as const

export const storageSample: StorageStatus = {
  usedBytes: 4_200_000,
  spareBytes: 0,
  deliveries: 12,
  starred: 0,
  oldestAt: '2026-01-01T00:00:00Z',
  due: 0,
  ageWaits: null,
  held: null,
  running: null,
  last: null,
  nextAt: null,
}

const quiet: Answers = {
  'jobs.list': () => [],
  'listener.simulated-responses': () => [],
  'listener.rejected': () => [],
  'deliveries.hidden': () => [],
  'deliveries.find': () => [],
  'app.info': () => ({
    name: 'Notehook',
    version: '0.0.0',
    host: 'browser',
    platform: 'linux',
    dataFolder: '/home/sam/notehook',
    notices: [],
  }),
  'workspaces.status': () => ({ state: 'connected', keychain: 'ready', workspace, keyHint: 'k9Qz' }),
  'workspaces.connection': () => ({
    waitingUntil: null,
    changeWaits: false,
    changeRefused: false,
    trouble: null,
  }),
  'deliveries.storage': () => storageSample,
  'workspaces.api-differences': () => [],
  'settings.get': () => ({
    theme: 'light',
    density: 'compact',
    listenerPort: 0,
    toleranceSeconds: 300,
    keepReceiving: false,
    keepDays: 0,
    keepMegabytes: 0,
  }),
  'workspaces.list': () => [
    {
      ...workspace,
      notePath: '/v1/notes/{note_id}',
      updateMethod: 'auto',
      pace: { burst: 25, perSecond: 5 },
      key: 'kept',
      isOpen: true,
      endpointsOff: { all: 0, notFromHere: 0 },
      polling: 'active',
    },
  ],
  'tunnel.status': () => ({
    source: 'sandbox',
    publicUrl: 'https://tunnel.example.com',
    state: 'up',
    since: null,
    provenAt: null,
    latenciesMs: [],
    problem: null,
    retryAt: null,
    choice: null,
    log: [],
  }),
  'listening.status': () => ({ state: 'idle' }),
  'listening.leftovers': () => [],
  'endpoints.stale-addresses': () => [],
  'listener.status': () => ({
    state: 'listening',
    origin: 'http://127.0.0.1:8484',
    port: 8484,
    degraded: null,
    clock: null,
  }),
  'notes.index-status': () => ({
    state: 'resting',
    workspaceId: 'sandbox',
    notes: 0,
    run: null,
    completeAsOf: '2026-01-01T00:00:00Z',
    incomplete: null,
    problem: null,
    folders: {
      read: 0,
      total: 0,
      asOf: '2026-01-01T00:00:00Z',
      listedAt: '2026-01-01T00:00:00Z',
      problem: null,
    },
  }),
  'notes.text-status': () => noTexts,
  'notes.known-folders': () => ({
    spaces: [],
    folders: [],
    asOf: '2026-01-01T00:00:00Z',
    incomplete: null,
    unreadable: 0,
  }),
  'notes.folder-counts': () => ({
    counts: [],
    listedAt: '2026-01-01T00:00:00Z',
    unread: [],
    coverage: { read: 0, total: 0, asOf: '2026-01-01T00:00:00Z' },
  }),
  'notes.folders-of': ({ ids }) => ids.map((id) => ({ id, folders: null, certainty: 'part' })),
  'notes.titles': () => [],
  'notes.folders-in-view': () => null,
  'notes.sync-index': () => {
    throw new Error('The test says what the index holds.')
  },
  'notes.list': () => ({ notes: [], next: null, total: 0, asOf: '2026-01-01T00:00:00Z', complete: true }),
  'notes.suggest': ({ caret }) => ({ from: caret, to: caret, suggestions: [] }),
  'deliveries.list': () => ({ deliveries: [], hasMore: false }),
  'deliveries.other-bodies': () => [],
  'deliveries.views': () => [],
  'deliveries.total': () => ({ count: 0 }),
  'deliveries.count-view': () => ({ count: 0, isMore: false }),
  'deliveries.timeline': ({ from, to }) => ({
    start: from ?? to,
    stepMs: 60_000,
    steps: 60,
    counts: [],
    since: null,
  }),
  'deliveries.last-day': () => ({
    start: Date.now() - 86_400_000,
    stepMs: 1_800_000,
    steps: 48,
    endpoints: [],
    since: null,
  }),
  'missed.status': () => aMissedStatus(),
  'receivers.list': () => [],
  'receivers.sends': () => ({ sends: [], hasMore: false, total: 0 }),
  'receivers.pass-through': () => ({ passThrough: null }),
  'receivers.replays': () => [],
  'receivers.interrupted-replays': () => [],
  'receivers.results': () => ({ sends: [], pending: [] }),
  'sandbox.status': () => aSandboxStatus(),
  'agents.status': () => anAgentsStatus(),
  'agents.activity': () => [],
  'sandbox.activity': () => ({ deliveries: [], requests: [] }),
  'endpoints.list': () => [],
  'endpoints.labels': () => [],
  'endpoints.unfinished': () => [],
  'endpoints.replacements': () => [],
  'notes.spaces': () => ({ items: [], incomplete: null, unreadable: 0 }),
  'notes.folders': () => ({ items: [], incomplete: null, unreadable: 0 }),
}
