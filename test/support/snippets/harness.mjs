// Reads one delivery per line: id, timestamp, signatures and body in base64, "-" for a missing header. Prints one verdict per line.
import { readFileSync } from 'node:fs'

const { verify } = await import('./verify.mjs')
const header = (text) => (text === '-' ? undefined : Buffer.from(text, 'base64').toString())
for (const line of readFileSync(0, 'utf8').trimEnd().split('\n')) {
  const [id, timestamp, signatures, body] = line.split('\t')
  console.log(verify(header(id), header(timestamp), header(signatures), Buffer.from(body, 'base64')))
}
