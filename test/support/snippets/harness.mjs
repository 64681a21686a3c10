// One delivery a line: id, timestamp, signatures and body, each in base64, "-" where a header is missing. One verdict a line.
import { readFileSync } from 'node:fs'

const { verify } = await import('./verify.mjs')
const header = (text) => (text === '-' ? undefined : Buffer.from(text, 'base64').toString())
for (const line of readFileSync(0, 'utf8').trimEnd().split('\n')) {
  const [id, timestamp, signatures, body] = line.split('\t')
  console.log(verify(header(id), header(timestamp), header(signatures), Buffer.from(body, 'base64')))
}
