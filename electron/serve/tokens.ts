import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const launchLifetimeMs = 5 * 60_000
const sessionIdleMs = 12 * 3_600_000
const undelayedTries = 10
const delayMs = 1000
const maxSessions = 64
const maxLaunches = 64

/**
 * Issues and checks access tokens. A launch token opens the page once, within five minutes, and is exchanged for a session token.
 * A session token expires after 12 hours without use. The tab keeps it in memory only, and this process stores only digests.
 */
export type Tokens = ReturnType<typeof createTokens>

/**
 * Creates the tokens. `onLaunchNeeded` is called when a used or expired address is opened, because the user then needs a new one.
 * Wrong tokens don't invalidate an address, because any user of the computer can send them. `now` is a monotonic clock in
 * milliseconds.
 */
export function createTokens(onLaunchNeeded: () => void, now: () => number = () => performance.now()) {
  const launches = new Map<string, { digest: Buffer; until: number }>()
  const usedLaunches = new Set<string>()
  const sessions = new Map<string, number>()
  let wrongTries = 0
  let lastWrongAt = Number.NEGATIVE_INFINITY

  const invalidate = (key: string) => {
    launches.delete(key)
    usedLaunches.add(key)
    deleteOldest(usedLaunches, maxLaunches)
  }

  const find = (digest: Buffer): string | null => {
    let found: string | null = null
    for (const [key, launch] of launches) {
      if (timingSafeEqual(launch.digest, digest) && now() < launch.until) found = key
    }
    return found
  }

  const reject = (key: string) => {
    if (launches.has(key)) invalidate(key)
    wrongTries = now() - lastWrongAt > launchLifetimeMs ? 1 : wrongTries + 1
    lastWrongAt = now()
    if (usedLaunches.has(key)) onLaunchNeeded()
    return null
  }

  return {
    issueLaunch(): string {
      const token = newToken()
      const digest = sha256(token)
      launches.set(digest.toString('hex'), { digest, until: now() + launchLifetimeMs })
      deleteOldest(launches, maxLaunches)
      return token
    },

    exchange(launch: unknown): string | null {
      const digest = sha256(typeof launch === 'string' ? launch : '')
      const found = find(digest)
      if (found === null) return reject(digest.toString('hex'))
      invalidate(found)
      const token = newToken()
      sessions.set(sha256(token).toString('hex'), now())
      deleteOldest(sessions, maxSessions)
      return token
    },

    /** Delay of the response to a wrong token, in milliseconds. 0 for the first ten tries, then 1000 to slow down guessing. */
    wrongTokenDelayMs: (): number => (wrongTries > undelayedTries ? delayMs : 0),

    isSession(authorization: string | undefined): boolean {
      const token = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(authorization ?? '')?.[1]
      if (token === undefined) return false
      const key = sha256(token).toString('hex')
      const usedAt = sessions.get(key)
      if (usedAt === undefined) return false
      sessions.delete(key)
      if (now() - usedAt > sessionIdleMs) return false
      sessions.set(key, now())
      return true
    },
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Deletes the oldest entries above `max`. Maps and sets keep insertion order, so the first key is the oldest. */
function deleteOldest(entries: Set<string> | Map<string, unknown>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= max) return
    entries.delete(key)
  }
}
