import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { otherSecret, sampleSecret, signDelivery } from '../support/deliveries/signed-delivery.ts'
import { type NeedName, testNeeding } from '../support/needs.ts'

// Runs the snippets that people paste into their receivers, unchanged, on valid and invalid deliveries.

const snippets = join(import.meta.dirname, '../../resources/snippets')
const harnesses = join(import.meta.dirname, '../support/snippets')
const now = Math.floor(Date.now() / 1000)

interface Vector {
  readonly name: string
  readonly id?: string | null
  readonly timestamp?: string | null
  readonly signatures?: string | null
  readonly body?: Buffer
  readonly genuine?: boolean
}

const good = signDelivery({ timestamp: now })
const wrongMac = Buffer.alloc(32, 7).toString('base64')
const old = (age: number) => {
  const { id, timestamp, signature, body } = signDelivery({ timestamp: now - age })
  return { id, timestamp, signatures: signature, body }
}
const signed = (body: string | Uint8Array) => {
  const { id, timestamp, signature, body: bytes } = signDelivery({ timestamp: now, body })
  return { id, timestamp, signatures: signature, body: bytes }
}

const vectors: readonly Vector[] = [
  { name: 'genuine', genuine: true },
  { name: 'letters of other scripts', ...signed('{"title":"Überblick 会議 🎉"}'), genuine: true },
  { name: 'bytes that are no text', ...signed(Buffer.from([0x7b, 0xff, 0x00, 0xfe, 0x0a])), genuine: true },
  { name: 'no body', ...signed(''), genuine: true },
  { name: 'line breaks at the end', ...signed('{"a":1}\r\n\n'), genuine: true },
  { name: 'four minutes old', ...old(240), genuine: true },
  { name: 'four minutes ahead', ...old(-240), genuine: true },
  { name: 'a second signature fits', signatures: `v1,${wrongMac} ${good.signature}`, genuine: true },
  { name: 'behind a newer version', signatures: `v2,${wrongMac} ${good.signature}`, genuine: true },
  { name: 'ten minutes old', ...old(600) },
  { name: 'ten minutes ahead', ...old(-600) },
  { name: 'another body', body: Buffer.concat([good.body, Buffer.from(' ')]) },
  { name: 'another id', id: `${good.id}x` },
  { name: 'another timestamp', timestamp: String(now - 1) },
  { name: 'signed with another secret', ...signedWith(otherSecret) },
  { name: 'a wrong signature', signatures: `v1,${wrongMac}` },
  { name: 'a signature cut short', signatures: good.signature.slice(0, -1) },
  { name: 'a signature with more behind it', signatures: `${good.signature}=` },
  { name: 'the fitting signature under another version', signatures: good.signature.replace('v1,', 'v2,') },
  { name: 'the fitting signature without a version', signatures: good.signature.slice('v1,'.length) },
  { name: 'as long as the fitting one, in letters of two bytes', signatures: `v1,${'é'.repeat(44)}` },
  { name: 'an empty signature', signatures: '' },
  { name: 'an empty id', id: '' },
  { name: 'no signature', signatures: null },
  { name: 'no id', id: null },
  { name: 'no timestamp', timestamp: null },
  ...['', 'now', '1e9', ` ${now}`, `${now}\n`, `+${now}`, `-${now}`, `${now}.5`, '9'.repeat(40)].map(
    (timestamp) => ({
      name: `the timestamp ${JSON.stringify(timestamp)}`,
      ...stamped(timestamp),
    }),
  ),
]

test('the Standard Webhooks library gives the same verdicts on the sample deliveries', () => {
  const library = new Webhook(sampleSecret)
  for (const { name, id, timestamp, signatures, body, genuine } of vectors.map(complete)) {
    // The library reads a timestamp with parseInt, which ignores trailing characters.
    if (name.startsWith('the timestamp') || name === 'bytes that are no text') continue
    const headers = {
      'webhook-id': id ?? '',
      'webhook-timestamp': timestamp ?? '',
      'webhook-signature': signatures ?? '',
    }
    const verdict = () => library.verify(body, headers)
    if (genuine && !['no body', 'line breaks at the end'].includes(name)) expect(verdict, name).not.toThrow()
    else if (!genuine) expect(verdict, name).toThrow()
  }
})

snippet('Node', 'verify.mjs', [], (run) => run(process.execPath, ['harness.mjs']))
snippet('Python', 'verify.py', ['python'], (run) => run('python3', ['-B', 'harness.py']))

// The other snippets need compilers or languages that a machine may lack.
if (process.env.EFFORT === 'hard' || process.env.EFFORT === 'soak') {
  snippet('Ruby', 'verify.rb', ['ruby'], (run) => run('ruby', ['harness.rb']))
  snippet('PHP', 'verify.php', ['php'], (run) => run('php', ['harness.php']))
  snippet('Go', 'verify.go', ['go'], (run, folder) => {
    copyFileSync(join(folder, 'harness.go'), join(folder, 'harness_test.go'))
    rmSync(join(folder, 'harness.go'))
    writeFileSync(join(folder, 'go.mod'), 'module example.com/webhook\n\ngo 1.19\n')
    run('go', ['vet', './...'])
    return run('go', ['test', '-count=1', '-v', './...'])
  })
  snippet('Java', 'verify.java', ['java'], (run) => {
    run('javac', ['-encoding', 'UTF-8', '-d', 'classes', 'verify.java', 'harness.java'])
    return run('java', ['-cp', 'classes', 'Harness'])
  })
  snippet('C#', 'verify.cs', ['dotnet'], (run) => run('dotnet', ['run', '--project', 'harness.csproj']))
}

function snippet(
  language: string,
  file: string,
  needs: readonly NeedName[],
  start: (run: (program: string, args: readonly string[]) => string, folder: string) => string,
): void {
  testNeeding(
    needs,
    `the snippet for ${language} accepts only genuine deliveries`,
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'notehook-snippet-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      copyFileSync(join(snippets, file), join(folder, file))
      const harness = file.replace('verify', 'harness')
      copyFileSync(join(harnesses, harness), join(folder, harness))
      if (file.endsWith('.cs'))
        copyFileSync(join(harnesses, 'harness.csproj'), join(folder, 'harness.csproj'))
      const input = `${vectors.map(complete).map(asLine).join('\n')}\n`
      writeFileSync(join(folder, 'deliveries.txt'), input)
      const env = {
        ...process.env,
        NOTEHOOK_SIGNING_SECRET: sampleSecret,
        GOFLAGS: '-mod=mod',
        GOTOOLCHAIN: 'local',
      }
      const run = (program: string, args: readonly string[]) =>
        execFileSync(program, args, { cwd: folder, input, env, encoding: 'utf8' })

      const verdicts = start(run, folder)
        .split('\n')
        .filter((line) => line === 'true' || line === 'false')
      const wrong = vectors.filter(({ genuine = false }, at) => verdicts[at] !== String(genuine))
      expect(verdicts).toHaveLength(vectors.length)
      expect(wrong.map(({ name }) => name)).toEqual([])
    },
    180_000,
  )
}

test('every code snippet reads the secret from the environment and compares in constant time', () => {
  for (const [file, comparing] of Object.entries(constantTime)) {
    const text = readFileSync(join(snippets, file), 'utf8')
    expect(text).toContain('NOTEHOOK_SIGNING_SECRET')
    expect(text, file).toContain(comparing)
  }
})

const constantTime = {
  'verify.mjs': 'timingSafeEqual',
  'verify.py': 'hmac.compare_digest',
  'verify.go': 'hmac.Equal',
  'verify.rb': 'fixed_length_secure_compare',
  'verify.php': 'hash_equals',
  'verify.java': 'MessageDigest.isEqual',
  'verify.cs': 'FixedTimeEquals',
}

function signedWith(secret: string) {
  const { id, timestamp, signature, body } = signDelivery({ timestamp: now, secret })
  return { id, timestamp, signatures: signature, body }
}

/** Signs this exact text, so that only the format of the timestamp can be wrong. */
function stamped(timestamp: string) {
  const { id, signature, body } = signDelivery({ timestamp })
  return { id, timestamp, signatures: signature, body }
}

function complete({ id, timestamp, signatures, body, name, genuine = false }: Vector) {
  return {
    name,
    genuine,
    id: id === undefined ? good.id : id,
    timestamp: timestamp === undefined ? good.timestamp : timestamp,
    signatures: signatures === undefined ? good.signature : signatures,
    body: body ?? good.body,
  }
}

function asLine({ id, timestamp, signatures, body }: ReturnType<typeof complete>): string {
  const header = (text: string | null) => (text === null ? '-' : Buffer.from(text).toString('base64'))
  return [header(id), header(timestamp), header(signatures), body.toString('base64')].join('\t')
}
