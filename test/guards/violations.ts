/** Files that must be rejected, by the message of the rule that they break. Each file is a path with its content. */
export type Violations = Readonly<Record<string, Files>>
export type Files = Readonly<Record<string, string>>

interface ForbiddenImports {
  readonly folder: string
  readonly message: string
  /** Packages, and files by their path from the root. */
  readonly targets: readonly string[]
}

/** Imports that the linter rejects in every form (static, dynamic, re-exported, type), by path and by alias. */
export const forbiddenImports: readonly ForbiddenImports[] = [
  {
    folder: 'shared/deliveries',
    message:
      'shared runs in the page, the host and the preload alike, so it imports zod and itself: no Node, no React, no Electron.',
    targets: ['node:crypto', 'react'],
  },
  {
    folder: 'shared/rpc',
    message: 'shared is the ground the others stand on: it knows neither the host nor the page.',
    targets: ['electron/core/platform/ports.ts', 'renderer/ui/button.tsx', 'electron/serve/gate.ts'],
  },
  {
    folder: 'electron/core/deliveries',
    message:
      'The core runs in plain Node with no Electron and no keychain installed: what it needs of the world comes through a port, so it imports shared, zod and node: only.',
    targets: ['standardwebhooks', 'keytar', 'electron-store'],
  },
  {
    folder: 'electron/core',
    message: 'The core does not know its hosts or the page: they import it, never the other way round.',
    targets: ['electron/main/window/window.ts', 'renderer/ui/button.tsx'],
  },
  {
    folder: 'electron/core',
    message: 'The core names what it needs in platform/ports.ts; a host passes the adapter in.',
    targets: ['electron/adapters/memory-secrets.ts'],
  },
  {
    folder: 'electron/core/endpoints',
    message:
      'The sandbox service is the other side of the wire: the core reaches it through a port and HTTP only.',
    targets: ['electron/sandbox/sandbox.ts'],
  },
  {
    folder: 'electron/adapters',
    message:
      'An adapter wraps one library behind a port: a new library is added to this list on purpose or not at all.',
    targets: ['hono'],
  },
  {
    folder: 'electron/adapters',
    message: 'An adapter fills a port, so of the core it may know core/platform/ports.ts and nothing else.',
    targets: ['electron/core/platform/dispatch.ts'],
  },
  {
    folder: 'electron/adapters',
    message: 'An adapter serves every host, so it imports none.',
    targets: ['electron/serve/gate.ts', 'renderer/ui/button.tsx'],
  },
  {
    folder: 'electron/sandbox',
    message: 'The sandbox service is the specification in plain Node: hono and node: are all it needs.',
    targets: ['zod'],
  },
  {
    folder: 'electron/sandbox',
    message:
      "The sandbox service is the other side of the wire: with the core's code in it, both would share one mistake.",
    targets: ['electron/core/deliveries/listener/verify.ts'],
  },
  {
    folder: 'electron/sandbox',
    message:
      'The sandbox service writes its JSON by hand from the specification, so that a wrong schema cannot agree with itself.',
    targets: ['shared/notes/model.ts'],
  },
  {
    folder: 'electron/sandbox',
    message: 'The sandbox service runs without the app, so it imports no host and no page.',
    targets: ['electron/serve/server.ts', 'renderer/ui/button.tsx'],
  },
  {
    folder: 'electron/check',
    message: 'The check of receivers is one small file in plain Node: node: is all it needs.',
    targets: ['standardwebhooks'],
  },
  {
    folder: 'electron/check',
    message:
      'The check of receivers runs without the app: it imports shared, the engine that sends, and the sandbox.',
    targets: ['electron/adapters/keytar-secrets.ts', 'renderer/ui/button.tsx'],
  },
  {
    folder: 'electron/main',
    message:
      'The desktop host is thin: electron, electron-store and node:; whatever wraps another library is an adapter.',
    targets: ['hono'],
  },
  {
    folder: 'electron/main',
    message: 'The desktop host meets the page through IPC and knows no other host.',
    targets: ['electron/serve/gate.ts', 'renderer/ui/button.tsx'],
  },
  {
    folder: 'electron/preload',
    message:
      'A sandboxed preload is one small file: electron, the names of the channels, and types of shared.',
    targets: ['electron/core/platform/ports.ts', 'zod'],
  },
  {
    folder: 'electron/socket',
    message: 'The wire of commands is loaded by every command, so it needs node: and nothing else.',
    targets: ['zod'],
  },
  {
    folder: 'electron/socket',
    message: 'The wire of commands serves any core in any host: it imports shared and core/platform.',
    targets: ['electron/core/core.ts', 'electron/serve/gate.ts', 'renderer/ui/button.tsx'],
  },
  {
    folder: 'electron/command',
    message:
      'The command starts within 150 ms, so it needs node: and nothing else; only its MCP server has a library.',
    targets: ['zod', '@modelcontextprotocol/server'],
  },
  {
    folder: 'electron/command',
    message:
      'The command asks the app through its socket: it imports the socket, and of shared the errors and types.',
    targets: ['electron/core/core.ts', 'electron/launch/flags.ts', 'renderer/ui/button.tsx'],
  },
  {
    folder: 'electron/serve',
    message:
      'The browser host runs in plain Node without Electron: conf, zod and node:; whatever wraps another library is an adapter.',
    targets: ['electron-store'],
  },
  {
    folder: 'electron/serve',
    message: 'The browser host serves the built page and knows no other host.',
    targets: ['electron/main/window/window.ts', 'renderer/ui/button.tsx'],
  },
  {
    folder: 'electron/launch',
    message:
      'The launcher starts other programs before anything is built or downloaded, so it needs node: and, to build, vite.',
    targets: ['hono'],
  },
  {
    folder: 'electron/launch',
    message: 'The launcher starts hosts, it is none: the app itself stays behind the process it starts.',
    targets: ['electron/core/core.ts', 'electron/adapters/memory-secrets.ts'],
  },
  {
    folder: 'renderer/nouns/notes',
    message:
      'The page runs in a sandbox: it has no Node and no Electron, and asks the host through shared/rpc.',
    targets: ['standardwebhooks', 'node:fs/promises'],
  },
  {
    folder: 'renderer/app',
    message: 'The page reaches the host only through shared/rpc, whatever the wire.',
    targets: ['electron/core/core.ts', 'electron/core/platform/ports.ts'],
  },
  {
    folder: 'renderer/ui',
    message:
      'ui is the design system: React and the libraries it is drawn with, no data, no router, no Node.',
    targets: ['@tanstack/react-router'],
  },
  {
    folder: 'renderer/ui',
    message: 'ui knows only ui, so that every screen can use it.',
    targets: [
      'renderer/host/query-keys.ts',
      'renderer/frame/app-info.ts',
      'renderer/nouns/notes/queries.ts',
      'renderer/places/notes/route.tsx',
      'shared/notes/model.ts',
    ],
  },
]

const electronValues =
  'Only main and preload import values from electron: elsewhere it is not there, or starts a download. For its shapes write `import type`.'
const textTables =
  'An object that is looked up by any text also answers to `constructor` and `__proto__`: use a Map, or a list of what belongs to each id.'

export const violations: Violations = {
  [electronValues]: {
    'electron/adapters/electron-values.ts': `import { net } from 'electron'

export const fetch = net.fetch`,
    'electron/adapters/electron-values-re-exported.ts': `export { app } from 'electron'`,
  },
  'The preload does not grow with the contract: of shared it takes the names of the channels, and types.': {
    'electron/preload/preload-values.ts': `import { procedures } from '#shared/rpc/contract.ts'

export const names = Object.keys(procedures)`,
    'electron/preload/preload-values-re-exported.ts': `export * from '#shared/rpc/events.ts'`,
  },
  'Signatures, digests, secrets and tokens are compared in constant time (timingSafeEqual): an early answer tells how much of a guess was right.':
    {
      'electron/core/constant-time.ts': `export const isGenuine = (signature: string, expected: string) => signature === expected`,
    },
  'The callbacks of one call of a mutation are dropped with its screen: put them into its options, or use `whileShown` of useSubmission for what the screen does to itself.':
    {
      'renderer/places/endpoints/callbacks-of-a-call.tsx': `import { useMutation } from '@tanstack/react-query'

export function Create({ onCreated }: { readonly onCreated: () => void }) {
  const create = useMutation({ mutationFn: async (url: string) => url })
  const { mutateAsync } = create
  const one = () => create.mutate('https://hooks.example.com', { onSuccess: onCreated })
  const other = () => mutateAsync('https://hooks.example.com', { onSuccess: onCreated })
  return [one, other]
}`,
    },
  [textTables]: {
    'shared/deliveries/text-tables.ts': `const words: Readonly<Record<string, string>> = {
  'note.edited': 'Summary edited',
}

export const wordsOf = (type: string) => words[type] ?? type`,
    'shared/deliveries/text-tables-as-type.ts': `const words = { 'note.edited': 'Summary edited' }

export const wordsOf = (type: string) => words[type as keyof typeof words] ?? type`,
    'shared/endpoints/text-tables-in-schema.ts': `import { z } from 'zod'

export const counts = z.record(z.string(), z.number().int())`,
    'renderer/nouns/notes/text-tables-as-keyof.ts': `const marks: { readonly [type: string]: string } = { 'note.edited': 'edited' }

export const markOf = (type: string) => marks[type]`,
  },
  '`as unknown as` silences the compiler: parse what is unknown, or let the types say what is true.': {
    'electron/core/double-assertion.ts': `export const count = (text: string) => text as unknown as number`,
  },
  'lint/correctness/noUnusedImports': {
    'electron/core/no-unused-imports.ts': `import { join } from 'node:path'

export const separator = '/'`,
  },
  'lint/correctness/noUnusedVariables': {
    'electron/core/no-unused-variables.ts': `export function total(list: readonly number[]) {
  const count = list.length
  return 0
}`,
  },
  'lint/correctness/useImportExtensions': {
    'electron/core/use-import-extensions.ts': `import { a } from './no-import-cycles-a'

export const c = a`,
  },
  'lint/security/noDangerouslySetInnerHtml': {
    'renderer/nouns/notes/no-dangerously-set-inner-html.tsx': `export const Summary = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />`,
  },
  'lint/style/noNonNullAssertion': {
    'electron/core/no-non-null-assertion.ts': `export const first = (list: readonly string[]) => list[0]!.length`,
  },
  'lint/style/useConst': {
    'electron/core/use-const.ts': `export function greeting() {
  let words = 'hello'
  return words
}`,
  },
  'lint/style/useFilenamingConvention': {
    'electron/core/UseFilenamingConvention.ts': `export const name = 'CamelCase'`,
  },
  'lint/style/useImportType': {
    'electron/core/use-import-type.ts': `import { Server } from 'node:http'

export type Listener = Server`,
  },
  'lint/style/useNodejsImportProtocol': {
    'test/support/use-nodejs-import-protocol.ts': `export const fs = await import('fs')`,
  },
  'lint/suspicious/noConsole': {
    'electron/core/no-console.ts': `console.log('A core that prints cannot be redacted.')`,
  },
  'lint/suspicious/noExplicitAny': {
    'electron/core/no-explicit-any.ts': `export const parse = (text: string): any => JSON.parse(text)`,
  },
  'lint/suspicious/noFocusedTests': {
    'test/no-focused-tests.test.ts': `import { expect, test } from 'vitest'

test.only('is the only one that runs', () => {
  expect(1).toBe(1)
})`,
  },
  'lint/suspicious/noImportCycles': {
    'electron/core/no-import-cycles-a.ts': `import { b } from './no-import-cycles-b.ts'

export const a = () => b`,
    'electron/core/no-import-cycles-b.ts': `import { a } from './no-import-cycles-a.ts'

export const b = () => a`,
    'electron/core/no-type-import-cycles-a.ts': `import type { B } from './no-type-import-cycles-b.ts'

export interface A {
  readonly b: B | null
}`,
    'electron/core/no-type-import-cycles-b.ts': `import type { A } from './no-type-import-cycles-a.ts'

export interface B {
  readonly a: A | null
}`,
  },
  'lint/suspicious/noSkippedTests': {
    'test/no-skipped-tests.test.ts': `import { expect, test } from 'vitest'

test.skip('would have been red', () => {
  expect(1).toBe(2)
})`,
  },
  'lint/suspicious/noTsIgnore': {
    'electron/core/no-ts-ignore.ts': `// @ts-ignore
export const count: number = 'three'`,
  },
}

export const accepted: Files = {
  'electron/adapters/electron-types.ts': `import type { Session } from 'electron'
import type { Fetch } from '#core/platform/ports.ts'

export type Open = (session: Session) => Fetch`,
  'electron/core/presence-of-a-secret.ts': `export const isSigned = (signature: string | undefined) => signature !== undefined && signature.length === 44`,
  'electron/main/imports-of-a-host.ts': `import { app } from 'electron'
import Store from 'electron-store'
import { dispatch } from '#core/platform/dispatch.ts'

export const all = { app, Store, dispatch }`,
  'electron/preload/channels-and-types.ts': `import { ipcRenderer } from 'electron'
import { channels } from '#shared/rpc/channels.ts'
import type { Transport } from '#shared/rpc/transport.ts'

export const call: Transport['call'] = (name, input) => ipcRenderer.invoke(channels.call, name, input)`,
  'electron/serve/electron-in-text.ts': `export const names = ['electron', 'notehook']`,
  'renderer/nouns/endpoints/imports-of-a-noun.tsx': `import type { Client } from '#shared/rpc/client.ts'
import { Button } from '#ui/controls/button.tsx'
import { keys } from '../../host/query-keys.ts'
import { knownFolders } from '../notes/folder-queries.ts'
import { EndpointRow } from './endpoint-row.tsx'

export const all = (client: Client) => ({ folders: knownFolders(client), keys, Button, EndpointRow })`,
  'renderer/nouns/notes/safe-tables.ts': `import { z } from 'zod'

const words: ReadonlyMap<string, string> = new Map(Object.entries({ 'note.edited': 'edited' }))
const tones: Readonly<Record<'up' | 'down', string>> = { up: 'good', down: 'bad' }

export const wordsOf = (type: string) => words.get(type)
export const toneOf = (state: 'up' | 'down') => tones[state]
export const Unknown = z.record(z.string(), z.unknown())
export function none(): Record<string, string> {
  const fields: Record<string, string> = {}
  return fields
}`,
}

export const typeErrors: Violations = {
  "Cannot find name 'document'": {
    'shared/no-dom.ts': 'export const title = () => document.title',
    'electron/main/no-dom.ts': 'export const title = () => document.title',
  },
  "Cannot find name 'window'": {
    'electron/core/no-window.ts': 'export const width = () => window.innerWidth',
    'electron/serve/no-window.ts': 'export const width = () => window.innerWidth',
  },
  "Cannot find name 'process'": {
    'shared/no-process.ts': 'export const platform = process.platform',
    'renderer/no-process.ts': 'export const platform = process.platform',
  },
  'node:fs': {
    'renderer/no-node.ts': `import { readFileSync } from 'node:fs'

export const read = readFileSync`,
  },
  "from type 'Handlers'": {
    'electron/core/every-handler.ts': `import type { Handlers } from '#shared/rpc/contract.ts'

export const handlers: Handlers = {}`,
  },
  '\'"endpoints.rename"\'': {
    'renderer/known-procedures.ts': `import type { Client } from '#shared/rpc/client.ts'

export const rename = (client: Client) => client.call('endpoints.rename', {})`,
  },
  "Type 'number' is not assignable to type 'string'": {
    'renderer/typed-inputs.ts': `import type { Client } from '#shared/rpc/client.ts'

export const remove = (client: Client) => client.call('endpoints.remove', { id: 7 })`,
  },
}
