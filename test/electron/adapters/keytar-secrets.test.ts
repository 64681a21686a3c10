import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { AppError } from '#shared/errors.ts'
import { createKeytarSecrets } from '../../../electron/adapters/keytar-secrets.ts'
import { describeNeeding } from '../../support/needs.ts'
import { type KeyringMode, openKeyringFolder, runInKeyring } from '../../support/platform/keyring.ts'

const child = fileURLToPath(new URL('../../support/processes/secret-store-child.ts', import.meta.url))

interface Result {
  readonly ok?: string | null
  readonly error?: string
  readonly message?: string
}

async function inKeyring(
  mode: KeyringMode,
  verbs: readonly string[],
  folder?: string,
  program: readonly string[] = [process.execPath],
): Promise<Result[]> {
  const [first = '', ...rest] = [...program, child, ...verbs]
  const run = await runInKeyring(mode, [first, ...rest], folder === undefined ? {} : { folder })
  const results = run.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Result => JSON.parse(line))
  expect(results, run.stderr).toHaveLength(verbs.filter((verb) => !verb.startsWith('limit:')).length)
  return results
}

describeNeeding(['keyring', 'libsecret'], 'a real gnome-keyring', () => {
  test('saves, reads, replaces and deletes a secret in an unlocked keyring', async () => {
    expect(
      await inKeyring('unlocked', [
        'health',
        'get:a',
        'set:a=first',
        'get:a',
        'set:a=zwei äöü 🔑',
        'get:a',
        'delete:a',
        'get:a',
        'delete:a',
        'health',
        'get:health-probe',
      ]),
    ).toEqual(
      ['ready', null, null, 'first', null, 'zwei äöü 🔑', null, null, null, 'ready', null].map((ok) => ({
        ok,
      })),
    )
  })

  test('distinguishes a locked keyring from an empty keyring', async () => {
    const folder = openKeyringFolder()
    try {
      await inKeyring('unlocked', ['set:a=kept'], folder)
      const results = await inKeyring('locked', ['health', 'get:a', 'set:a=other', 'delete:a'], folder)
      expect(results[0]).toEqual({ ok: 'locked' })
      expect(results[1]).toEqual({ ok: null })
      expect(results[2]?.error).toBe('keychain-locked')
      expect(results[3]?.error).toBe('keychain-locked')
      expect(JSON.stringify(results)).not.toContain('other')
      expect(await inKeyring('unlocked', ['get:a', 'health'], folder)).toEqual([
        { ok: 'kept' },
        { ok: 'ready' },
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test.each(['absent', 'empty'] as const)('reports no keychain when the keyring is %s', async (mode) => {
    const results = await inKeyring(mode, ['health', 'set:a=lost', 'delete:a'])
    expect(results[0]).toEqual({ ok: 'none' })
    expect(results[1]?.error).toBe('keychain-none')
    expect(results[2]?.error).toBe('keychain-none')
    expect(JSON.stringify(results)).not.toContain('lost')
  })

  test('reports that a keychain is waiting if it does not respond in time', async () => {
    const results = await inKeyring('hanging', ['limit:300', 'get:a', 'set:a=v', 'health'])
    expect(results.map(({ ok, error }) => ok ?? error)).toEqual(waiting)
  })
})

describeNeeding(['libsecret'], 'a session bus that does not work', () => {
  test.each([
    ['', ' ', ';', 'disabled', 'disabled:', '/dev/null', '/run/user/1000/bus', 'none', 'unix:', 'unix:path='],
    [
      'unix:path=/dev/null',
      'unix:path=/tmp',
      'unix:path=/no/such/bus',
      'unix:abstract=nobody',
      'unix:path=%zz',
    ],
    ['tcp:host=127.0.0.1,port=1', 'tcp:host=127.0.0.1,port=x', 'unixexec:path=/bin/false', 'kernel:path=/x'],
    ['autolaunch:', 'launchd:env=X', 'nonce-tcp:host=127.0.0.1,port=1,noncefile=/dev/null', 'a=b:c;d', 'é🔑'],
  ])('reports no keychain if the address of the session bus is invalid', async (...addresses) => {
    for (const address of addresses) {
      const results = await onBus(address, ['health', 'set:a=lost', 'get:a', 'delete:a'])
      expect(
        results.map(({ ok, error }) => ok ?? error),
        address,
      ).toEqual(['none', 'keychain-none', 'keychain-none', 'keychain-none'])
    }
  })

  test('reports that the keychain is waiting if the session bus does not respond', async () => {
    for (const [accept, expected] of [
      [() => {}, waiting],
      [(socket: Socket) => socket.destroy(), ['keychain-none', 'keychain-none', 'none']],
    ] as const) {
      const bus = createServer(accept).listen(0, '127.0.0.1')
      onTestFinished(() => void bus.close())
      await once(bus, 'listening')
      const { port } = bus.address() as AddressInfo
      const address = `tcp:host=127.0.0.1,port=${port}`
      const results = await onBus(address, ['limit:2000', 'get:a', 'set:a=v', 'health'])
      expect(results.map(({ ok, error }) => ok ?? error)).toEqual(expected)
    }
  })
})

const waiting = ['keychain-waiting', 'keychain-waiting', 'waiting']

const onBus = (address: string, verbs: readonly string[]) =>
  inKeyring('absent', verbs, undefined, ['env', `DBUS_SESSION_BUS_ADDRESS=${address}`, process.execPath])

function fakeKeytar(over: Partial<Parameters<typeof createKeytarSecrets>[0]> & { keytar?: object } = {}) {
  const stored = new Map<string, string>()
  const calls: string[] = []
  const keytar = {
    getPassword: async (_service: string, account: string) => {
      calls.push(`get ${account}`)
      return stored.get(account) ?? null
    },
    setPassword: async (_service: string, account: string, secret: string) => {
      calls.push(`set ${account}`)
      stored.set(account, secret)
    },
    deletePassword: async (_service: string, account: string) => {
      calls.push(`delete ${account}`)
      return stored.delete(account)
    },
    ...over.keytar,
  }
  const secrets = createKeytarSecrets({
    service: 'Notehook',
    load: async () => ({ default: keytar }),
    ...over,
  })
  return { secrets, stored, calls }
}

test('loads the native keychain library at the first call', async () => {
  let loads = 0
  const { secrets } = fakeKeytar({
    load: async () => {
      loads += 1
      throw new Error('libsecret-1.so.0: cannot open shared object file')
    },
  })
  expect(loads).toBe(0)
  await expect(secrets.get('a')).rejects.toMatchObject({ code: 'keychain-none' })
  expect(await secrets.health()).toBe('none')
})

test('rejects saving a secret that cannot be read back', async () => {
  const { secrets } = fakeKeytar({ keytar: { getPassword: async () => 'something else' } })
  const failure: unknown = await secrets.set('a', 'top-secret').catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'keychain-failed' })
  expect(JSON.stringify((failure as AppError).toWire())).not.toContain('top-secret')
})

test('never starts a keychain call that timed out in the queue', async () => {
  let release = () => {}
  const hanging = new Promise<null>((resolve) => {
    release = () => resolve(null)
  })
  const { secrets, calls } = fakeKeytar({ timeLimitMs: 40, keytar: { getPassword: () => hanging } })
  const [first, second] = await Promise.allSettled([secrets.get('a'), secrets.delete('b')])
  expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
  expect(calls).toEqual([])
  release()
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls).toEqual([])
})

test.each([
  ['User interaction is not allowed.', 'keychain-locked'],
  ['The user name or passphrase you entered is not correct.', 'keychain-locked'],
  ['User canceled the operation.', 'keychain-locked'],
  ['Cannot create an item in a locked collection', 'keychain-locked'],
  ['Cannot delete a locked item', 'keychain-locked'],
  ['Cannot get secret of a locked object', 'keychain-locked'],
  ['GDBus.Error:org.freedesktop.Secret.Error.IsLocked: ', 'keychain-locked'],
  ['The database is locked', 'keychain-none'],
  ['Timeout was reached', 'keychain-none'],
  ['Die übergebene Adresse ist leer', 'keychain-none'],
  ['', 'keychain-none'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'keychain-none'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'keychain-none'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'keychain-none'],
  ['The handle is invalid', 'keychain-none'],
])('reports the keychain’s error “%s” as %s', async (message, code) => {
  const { secrets } = fakeKeytar({
    keytar: {
      setPassword: async () => {
        throw new Error(message)
      },
    },
  })
  await expect(secrets.set('a', 'v')).rejects.toMatchObject({ code })
})
