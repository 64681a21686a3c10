import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleSecret } from '../deliveries/signed-delivery.ts'

export interface Came {
  readonly request: IncomingMessage
  readonly id: string
  readonly timestamp: string
  readonly signatures: string
  readonly body: Buffer
  /** Chunks of the body as they were read. */
  readonly pieces: readonly Buffer[]
}

export interface NoteEvent {
  readonly event_id: string
  readonly event_type: string
  readonly note_id: string
  readonly data?: { readonly changed_fields?: readonly string[] }
}

/** Steps of a receiver. A test can replace each with a faulty one. */
export interface Behavior {
  header(request: IncomingMessage, name: string): string
  hasHeaders(came: Came): boolean
  isRecent(timestamp: string): boolean
  isGenuine(came: Came): boolean
  reject(response: ServerResponse): void
  /** Returns a status to send before a verified event is handled, 0 to close the connection instead, or `null` to continue. */
  refuse(event: NoteEvent, came: Came): number | null
  claim(id: string): boolean | Promise<boolean>
  duplicateStatus: number
  /** Fetches the event's note. If it returns a promise, the response waits for it and has the resulting status. */
  work(event: NoteEvent, api: Api): undefined | Promise<number>
  delayMs: number
}

export interface Api {
  fetchNote(noteId: string): Promise<number>
}

const key = Buffer.from(sampleSecret.slice('whsec_'.length), 'base64')

export const macOf = (content: string | Buffer, body: Uint8Array | string, secret = key) =>
  createHmac('sha256', secret).update(content).update(body).digest('base64')

export const expectedMac = ({ id, timestamp, body }: Came) => macOf(`${id}.${timestamp}.`, body)

export const nowSeconds = () => Math.floor(Date.now() / 1000)

export function goodBehavior(): Behavior {
  const seen = new Set<string>()
  return {
    header: (request, name) => String(request.headers[name] ?? ''),
    hasHeaders: ({ id, timestamp, signatures }) => id !== '' && timestamp !== '' && signatures !== '',
    isRecent: (timestamp) => /^\d+$/.test(timestamp) && Math.abs(Number(timestamp) - nowSeconds()) <= 300,
    isGenuine: (came) => came.signatures.split(' ').includes(`v1,${expectedMac(came)}`),
    reject: (response) => void response.writeHead(401).end('signature mismatch'),
    refuse: () => null,
    claim(id) {
      if (seen.has(id)) return false
      seen.add(id)
      return true
    },
    duplicateStatus: 200,
    work: (event, api) => void fetchUntilThere(event, api),
    delayMs: 0,
  }
}

/** Fetches the note until it is found, as a worker with a queue would. */
export async function fetchUntilThere({ note_id }: NoteEvent, { fetchNote }: Api): Promise<void> {
  for (let tries = 0; tries < 20 && (await fetchNote(note_id)) !== 200; tries += 1) await sleep(50)
}

export interface BehavingReceiver {
  readonly url: string
  close(): void
}

const open = new Set<() => unknown>()

/** Closes the receivers of all tests in a file. Call it after the last test, because concurrent tests cannot each close their own. */
export async function closeReceivers(): Promise<void> {
  const closing = [...open].map((close) => close())
  open.clear()
  await Promise.all(closing)
}

export const closeLater = (close: () => unknown) => void open.add(close)

/** Starts a receiver that runs until `closeReceivers`. It fetches notes from `api`, if given. */
export async function startReceiver(
  faults: Partial<Behavior> = {},
  api?: { readonly baseUrl: string; readonly apiKey: string },
): Promise<BehavingReceiver> {
  const behavior = { ...goodBehavior(), ...faults }
  const fetchNote = async (noteId: string) => {
    if (!api) return 200
    const headers = { authorization: `Bearer ${api.apiKey}` }
    try {
      const response = await fetch(`${api.baseUrl}/v1/notes/${noteId}`, { headers })
      await response.arrayBuffer()
      return response.status
    } catch {
      return 599
    }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    const header = (name: string) => behavior.header(request, name)
    const came: Came = {
      request,
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signatures: header('webhook-signature'),
      body,
      pieces,
    }
    const isAccepted =
      behavior.hasHeaders(came) && behavior.isRecent(came.timestamp) && behavior.isGenuine(came)
    if (!isAccepted) return behavior.reject(response)
    const event = JSON.parse(body.toString()) as NoteEvent
    const refused = behavior.refuse(event, came)
    if (refused === 0) return void response.destroy()
    if (refused !== null) return void response.writeHead(refused).end()
    if (behavior.delayMs > 0) await sleep(behavior.delayMs)
    if (!(await behavior.claim(came.id))) return void response.writeHead(behavior.duplicateStatus).end()
    const status = await behavior.work(event, { fetchNote })
    response.writeHead(status ?? 200).end()
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  closeLater(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, close }
}
