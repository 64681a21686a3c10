import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A receiver of the user that answers every request with one status. Ends with the test. */
export async function startReceiver() {
  let status = 200
  let received = 0
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    answerWith(next: number) {
      status = next
    },
    received: () => received,
  }
}
