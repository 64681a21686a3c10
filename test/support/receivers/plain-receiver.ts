import { createServer } from 'node:http'
import { listenOnLoopback } from '../loopback.ts'

export async function startReceiver() {
  let status = 200
  let received = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1
      response.writeHead(status).end()
    })
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    answerWith(next: number) {
      status = next
    },
    received: () => received,
  }
}
