import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const { NOTEHOOK_SIGNING_SECRET: secret = '', PORT = '4000', STATUS = '204' } = process.env
if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
  console.error(
    'Set NOTEHOOK_SIGNING_SECRET to the endpoint’s whole signing secret: whsec_ and at least 32 characters.',
  )
  process.exit(1)
}
const webhook = new Webhook(secret)

const server = createServer(async (request, response) => {
  try {
    const pieces = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    const event = webhook.verify(body, request.headers)
    console.info(`Verified: ${event.event_type} of ${event.note_id}. Answered ${STATUS}.`)
    response.writeHead(Number(STATUS)).end()
  } catch (error) {
    console.info(`Rejected: ${error.message}. Answered 400.`)
    response.writeHead(400).end()
  }
})
server.on('error', ({ code, message }) => {
  console.error(code === 'EADDRINUSE' ? `Port ${PORT} is in use. Set PORT to another one.` : message)
  process.exitCode = 1
})
server.listen(Number(PORT), '127.0.0.1', () =>
  console.info(`Listening on http://127.0.0.1:${server.address().port}/webhooks`),
)
