import { createServer } from 'node:http'
import { verify } from './verify.mjs'

const server = createServer(async (request, response) => {
  const pieces = []
  for await (const piece of request) pieces.push(piece)
  const header = (name) => request.headers[`webhook-${name}`]
  const isGenuine = verify(header('id'), header('timestamp'), header('signature'), Buffer.concat(pieces))
  response.writeHead(isGenuine ? 204 : 401).end()
})
server.listen(0, '127.0.0.1', () => console.info(server.address().port))
