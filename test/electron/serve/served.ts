import { connect } from 'node:net'
import { contentSecurityPolicy } from '#shared/content-security-policy.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { type BrowserServer, openServer, type ServerOptions } from '../../../electron/serve/server.ts'
import { createTokens, type Tokens } from '../../../electron/serve/tokens.ts'

export interface Served extends BrowserServer {
  readonly port: number
  readonly tokens: Tokens
  readonly session: string
  readonly calls: { readonly name: string; readonly input: unknown }[]
  readonly log: string[]
  subscribers(): number
  publish(event: HostEvent): void
}

const encoder = new TextEncoder()

/** A real server in front of a fake core that records its calls. */
export async function serve(options: Partial<ServerOptions> = {}): Promise<Served> {
  const calls: Served['calls'] = []
  const log: string[] = []
  const listeners = new Set<(event: HostEvent) => void>()
  const tokens = createTokens(() => log.push('a new launch token is needed'))
  const write = (message: string) => log.push(message)
  const server = await openServer({
    core: {
      async call(name, input) {
        calls.push({ name, input })
        return { ok: true, value: { called: name } }
      },
      subscribe(listener) {
        listeners.add(listener)
        listener({ name: 'host.opened', data: {} })
        return () => listeners.delete(listener)
      },
    },
    bundle: new Map([
      [
        '/',
        {
          body: encoder.encode('<!doctype html><title>Page</title>'),
          type: 'text/html; charset=utf-8',
          immutable: false,
        },
      ],
      [
        '/assets/page-1a2b.js',
        {
          body: encoder.encode('window.ran = true'),
          type: 'text/javascript; charset=utf-8',
          immutable: true,
        },
      ],
    ]),
    contentSecurityPolicy: contentSecurityPolicy([]),
    tokens,
    log: { info: write, warn: write, error: write },
    port: 0,
    ...options,
  })
  const session = tokens.exchange(tokens.issueLaunch())
  if (session === null) throw new Error('No session.')
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    tokens,
    session,
    calls,
    log,
    subscribers: () => listeners.size,
    publish(event) {
      for (const listener of listeners) listener(event)
    },
  }
}

export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Sends a request as raw bytes, so that no client library normalizes it. `null` if the server disconnects without a response. */
export function ask(
  port: number,
  line: string,
  headers: readonly (readonly [name: string, value: string])[],
  body = '',
): Promise<Answer | null> {
  const head = [
    `${line} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  return askBytes(port, `${head.join('\r\n')}\r\n\r\n${body}`)
}

function askBytes(port: number, bytes: string): Promise<Answer | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that rejects a body may close before reading it all. Its response still counts.
    socket.on('error', () => {})
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('latin1'))))
  })
}

function parse(text: string): Answer | null {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]
  if (status === undefined) return null
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
  return { status: Number(status), headers: new Map(headers), body: rest.join('\r\n\r\n') }
}
