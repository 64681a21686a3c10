import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { childEnv } from '#core/tunnel/providers/child-env.ts'
import { openCore, refusalOf } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { openTestTunnel } from '../../../support/tunnel/open-tunnel.ts'

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function program(folder: string, name: string, script: string) {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

function withEnv(changes: Readonly<Record<string, string>>) {
  const before = { ...process.env }
  Object.assign(process.env, changes)
  onTestFinished(() => {
    for (const name of Object.keys(changes)) delete process.env[name]
    Object.assign(process.env, before)
  })
}

const ssh = {
  ...({ kind: 'ssh', host: 'tunnel.example.com', port: 22, user: null, identityFile: null } as const),
  ...{ remotePort: 8080, publicUrl: 'https://hooks.example.com' },
}

test.runIf(process.platform !== 'win32')(
  'runs ssh without an agent, a display, local commands and the AppImage’s libraries',
  async () => {
    const folder = newFolder()
    const seen = join(folder, 'seen')
    program(
      folder,
      'ssh',
      `{ echo "$@"; echo "LD=[\${LD_LIBRARY_PATH-unset}]"; } > ${seen}.part; mv ${seen}.part ${seen}`,
    )
    withEnv({
      APPDIR: '/tmp/.mount_Notehook',
      LD_LIBRARY_PATH: '/tmp/.mount_Notehook/usr/lib:/opt/mine/lib',
      PATH: `/tmp/.mount_Notehook${delimiter}${folder}${delimiter}${process.env.PATH}`,
    })
    const { tunnel } = await openTestTunnel({ dial: null })
    await tunnel.start(ssh)
    await eventually(() => expect(existsSync(seen)).toBe(true))
    const [args, library] = readFileSync(seen, 'utf8').split('\n')
    expect(args?.split(' ')).toEqual(expect.arrayContaining(['-a', '-x', 'PermitLocalCommand=no']))
    expect(library).toBe('LD=[/opt/mine/lib]')
  },
)

test('removes only the AppImage’s paths from environment variables of child programs', () => {
  const mount = '/tmp/.mount_NotehAbc'
  const of = (lists: NodeJS.ProcessEnv) => childEnv({ APPDIR: mount, HOME: '/home/sam', ...lists })
  expect(of({ LD_LIBRARY_PATH: `${mount}/usr/lib:` }).LD_LIBRARY_PATH).toBeUndefined()
  expect(of({ LD_LIBRARY_PATH: `${mount}/usr/lib:/opt/a:/opt/b` }).LD_LIBRARY_PATH).toBe('/opt/a:/opt/b')
  expect(of({ LD_LIBRARY_PATH: `${mount}-other/lib` }).LD_LIBRARY_PATH).toBe(`${mount}-other/lib`)
  expect(of({ PATH: `${mount}:${mount}/usr/sbin:/usr/bin` })).toMatchObject({
    PATH: '/usr/bin',
    HOME: '/home/sam',
  })
  const plain = { LD_LIBRARY_PATH: '/opt/a:' }
  expect(childEnv(plain)).toEqual(plain)
})

test.runIf(process.platform !== 'win32').each([
  ['answers otherwise', 'echo "GNU coreutils 9.4"', /isn’t cloudflared/],
  ['fails', 'exit 3', /isn’t cloudflared/],
  ['never ends', 'exec sleep 600', /didn’t respond/],
])(
  'does not run a program that %s as a tunnel',
  async (_, script, sentence) => {
    const folder = newFolder()
    const ran = join(folder, 'ran')
    const binary = program(folder, 'chosen', `case "$1" in --version) ${script} ;; *) touch ${ran} ;; esac`)
    const { tunnel } = await openTestTunnel({ dial: null, retryMs: [600_000] })
    await tunnel.start({ kind: 'cloudflared', binary, named: null })
    await eventually(() =>
      expect(tunnel.status()).toMatchObject({
        state: 'down',
        problem: { sentence: expect.stringMatching(sentence) },
      }),
    )
    expect(tunnel.status().problem?.sentence).toContain(binary)
    expect(existsSync(ran)).toBe(false)
  },
  30_000,
)

test.each([
  '*',
  'a.example.com,*',
  '!a.example.com',
  '*.example.com',
  '@cert-authority',
  '|1|abc|def',
  'a b',
  '[a]:22',
  '-oX',
])('stores no host key for the invalid server name %s', async (host) => {
  const { client, dataFolder } = await openCore()
  const asked = { host, port: 22, fingerprint: 'SHA256:abc' }
  expect((await refusalOf(client.call('tunnel.trust-host-key', asked))).code).toBe('invalid-input')
  expect((await refusalOf(client.call('tunnel.host-keys', { host, port: 22 }))).code).toBe('invalid-input')
  expect(existsSync(join(dataFolder, 'known_hosts'))).toBe(false)
})

test('rejects trusting a host key that was not fetched from the server before', async () => {
  const { client } = await openCore()
  const asked = { host: '127.0.0.1', port: 9, fingerprint: 'SHA256:abc' }
  const refusal = await refusalOf(client.call('tunnel.trust-host-key', asked))
  expect(refusal).toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(/check the server’s host key/i),
  })
})
