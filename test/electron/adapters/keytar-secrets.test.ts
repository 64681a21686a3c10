import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { AppError } from '#shared/errors.ts'
import { createKeytarSecrets } from '../../../electron/adapters/keytar-secrets.ts'
import { type KeyringMode, openKeyringFolder, runInKeyring } from '../../support/keyring.ts'
import { describeNeeding } from '../../support/needs.ts'

const child = fileURLToPath(new URL('../../support/secret-store-child.ts', import.meta.url))

interface Said {
  readonly ok?: string | null
  readonly error?: string
  readonly message?: string
}

async function inKeyring(mode: KeyringMode, verbs: readonly string[], folder?: string): Promise<Said[]> {
  const run = await runInKeyring(mode, [child, ...verbs], folder === undefined ? {} : { folder })
  const said = run.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Said => JSON.parse(line))
  expect(said, run.stderr).toHaveLength(verbs.filter((verb) => !verb.startsWith('limit:')).length)
  return said
}

describeNeeding(['keyring', 'libsecret'], 'with a real gnome-keyring', () => {
  test('keeps, finds, replaces and deletes a secret in an unlocked keyring', async () => {
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

  test('tells a locked keyring from an empty one, overwrites nothing in it, and finds all again once it opens', async () => {
    const folder = openKeyringFolder()
    try {
      await inKeyring('unlocked', ['set:a=kept'], folder)
      const said = await inKeyring('locked', ['health', 'get:a', 'set:a=other', 'delete:a'], folder)
      expect(said[0]).toEqual({ ok: 'locked' })
      expect(said[1]).toEqual({ ok: null })
      expect(said[2]?.error).toBe('keychain-locked')
      expect(said[3]?.error).toBe('keychain-locked')
      expect(JSON.stringify(said)).not.toContain('other')
      expect(await inKeyring('unlocked', ['get:a', 'health'], folder)).toEqual([
        { ok: 'kept' },
        { ok: 'ready' },
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test.each(['absent', 'empty'] as const)('says that there is no keychain when it is %s', async (mode) => {
    const said = await inKeyring(mode, ['health', 'set:a=lost', 'delete:a'])
    expect(said[0]).toEqual({ ok: 'none' })
    expect(said[1]?.error).toBe('keychain-none')
    expect(said[2]?.error).toBe('keychain-none')
    expect(JSON.stringify(said)).not.toContain('lost')
  })

  test('says within its time limit that a keychain which does not answer is locked', async () => {
    const said = await inKeyring('hanging', ['limit:300', 'get:a', 'set:a=v', 'health'])
    expect(said.map(({ ok, error }) => ok ?? error)).toEqual(['keychain-locked', 'keychain-locked', 'locked'])
  })
})

/** A keychain of the world, whose answers a test chooses. */
function fakeKeytar(over: Partial<Parameters<typeof createKeytarSecrets>[0]> & { keytar?: object } = {}) {
  const kept = new Map<string, string>()
  const calls: string[] = []
  const keytar = {
    getPassword: async (_service: string, account: string) => {
      calls.push(`get ${account}`)
      return kept.get(account) ?? null
    },
    setPassword: async (_service: string, account: string, secret: string) => {
      calls.push(`set ${account}`)
      kept.set(account, secret)
    },
    deletePassword: async (_service: string, account: string) => {
      calls.push(`delete ${account}`)
      return kept.delete(account)
    },
    ...over.keytar,
  }
  const secrets = createKeytarSecrets({
    service: 'Notehook',
    load: async () => ({ default: keytar }),
    ...over,
  })
  return { secrets, kept, calls }
}

test('loads the native module at the first call, not before', async () => {
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

test('does not call a secret kept that cannot be read back', async () => {
  const { secrets } = fakeKeytar({ keytar: { getPassword: async () => 'something else' } })
  const refusal: unknown = await secrets.set('a', 'top-secret').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'keychain-failed' })
  expect(JSON.stringify((refusal as AppError).toWire())).not.toContain('top-secret')
})

test('has one call in flight, and one whose time ran out in line never happens', async () => {
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
  ['Cannot create an item in a locked collection', 'keychain-locked'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'keychain-none'],
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'keychain-none'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'keychain-none'],
  ['The handle is invalid', 'keychain-failed'],
])('calls «%s» %s', async (words, code) => {
  const { secrets } = fakeKeytar({
    keytar: {
      setPassword: async () => {
        throw new Error(words)
      },
    },
  })
  await expect(secrets.set('a', 'v')).rejects.toMatchObject({ code })
})
