import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A minimal browser host: the three routes that the page's transport uses, over real HTTP. */
export interface PageHost {
  readonly origin: string
  /** Requests in order: method, path, bearer token and body. */
  readonly asked: { readonly line: string; readonly bearer: string | undefined; readonly body: string }[]
  readonly launchToken: string
  readonly sessionToken: string
  answer: (name: string, input: unknown) => unknown
  endSession(): void
  stream(text: string | Uint8Array): void
  dropStreams(): void
  close(): Promise<void>
}

export async function openPageHost(): Promise<PageHost> {
  const streams = new Set<ServerResponse>()
  let known = true
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { url = '', method = '', headers } = request
    const bearer = headers.authorization
    host.asked.push({ line: `${method} ${url}`, bearer, body })
    if (url === '/session') {
      const right = known && JSON.parse(body).t === host.launchToken
      response.writeHead(right ? 200 : 401).end(right ? JSON.stringify({ token: host.sessionToken }) : '')
      return
    }
    if (!known || bearer !== `Bearer ${host.sessionToken}`) {
      response.writeHead(401).end()
      return
    }
    if (url === '/events') {
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).flushHeaders()
      response.write('{"name":"host.opened","data":{}}\n')
      streams.add(response)
      response.on('close', () => streams.delete(response))
      return
    }
    response.end(
      JSON.stringify(host.answer(decodeURIComponent(url.slice('/call/'.length)), JSON.parse(body))),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const host: PageHost = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    launchToken: 'launch-token-of-a-test',
    sessionToken: 'session-token-of-a-test',
    answer: () => ({ ok: true, value: null }),
    endSession() {
      known = false
    },
    stream(text) {
      for (const response of streams) response.write(text)
    },
    dropStreams() {
      for (const response of streams) response.destroy()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return host
}

async function text(request: IncomingMessage): Promise<string> {
  let all = ''
  for await (const chunk of request) all += chunk
  return all
}
