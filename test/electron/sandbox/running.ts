import { onTestFinished } from 'vitest'
import { openSandbox, type Sandbox, type SandboxOptions } from '../../../electron/sandbox/sandbox.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Resource
  readonly text: string
}

interface Person {
  readonly name: string
  readonly email: string
}

/** Any resource, list or error of the specification. Tests check which fields are present. */
export interface Resource {
  readonly id?: string
  readonly object?: string
  readonly name?: string
  readonly title?: string
  readonly parent_folder_id?: string | null
  readonly space_id?: string | null
  readonly owner?: Person
  readonly created_at?: string
  readonly updated_at?: string
  readonly summary_markdown?: string
  readonly web_url?: string
  readonly attendees?: readonly Person[]
  readonly calendar_event?: object
  readonly folder_membership?: readonly Resource[]
  readonly transcript?: readonly object[]
  readonly url?: string
  readonly events?: readonly string[]
  readonly enabled?: boolean
  readonly signing_secret?: string
  readonly spaces?: readonly Resource[]
  readonly folders?: readonly Resource[]
  readonly notes?: readonly Resource[]
  readonly webhook_endpoints?: readonly Resource[]
  readonly hasMore?: boolean
  readonly cursor?: string | null
  readonly message?: string
}

export interface Running extends Sandbox {
  get(path: string): Promise<Answer>
  send(method: string, path: string, body?: unknown): Promise<Answer>
}

/** Starts a sandbox service that closes with the test, and a client with its API key. */
export async function running(options: Partial<SandboxOptions> = {}): Promise<Running> {
  const sandbox = await openSandbox({ listenerOrigin: () => null, ...options })
  onTestFinished(() => sandbox.close())
  const send = (method: string, path: string, body?: unknown) =>
    ask(sandbox.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return Object.assign(sandbox, { send, get: (path: string) => send('GET', path) })
}

export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('application/json')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} }
}

export async function readAll(
  sandbox: Running,
  path: string,
  collection: 'spaces' | 'folders' | 'notes',
): Promise<Resource[]> {
  const items: Resource[] = []
  let cursor: string | null = null
  do {
    const url: string =
      path + (path.includes('?') ? '&' : '?') + (cursor ? `cursor=${encodeURIComponent(cursor)}` : '')
    const { body } = await sandbox.get(url)
    items.push(...(body[collection] ?? []))
    cursor = body.hasMore ? (body.cursor ?? null) : null
  } while (cursor !== null)
  return items
}
