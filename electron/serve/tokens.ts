import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const launchLifeMs = 5 * 60_000
const sessionIdleMs = 12 * 3_600_000
const freeTries = 10
const slowMs = 1000
const mostSessions = 64
const mostSpent = 64

/**
 * Who may ask. A launch token opens the page: good once and for five minutes. It is exchanged for a session token, which
 * lives in the memory of one tab and of this process, and dies after 12 hours without use. Only digests are kept.
 */
export interface Tokens {
  issueLaunch(): string
  /** A session token for a good launch token, else `null`. */
  exchange(launch: unknown): string | null
  /** How long the answer to a wrong try waits: after ten of them, so that trying is slow. A right one never waits. */
  wrongTryWaitMs(): number
  /** By the `Authorization` header: `Bearer` and a session token. */
  isSession(authorization: string | undefined): boolean
}

/**
 * `onLaunchNeeded`: the person at the terminal needs a new address, because one that was used or had expired was tried again.
 * Wrong tries make no address void: any user of the machine can send them. `now` counts milliseconds and does not change
 * with the date.
 */
export function createTokens(
  onLaunchNeeded: () => void,
  now: () => number = () => performance.now(),
): Tokens {
  const launches = new Map<string, { digest: Buffer; until: number }>()
  const spent = new Set<string>()
  const sessions = new Map<string, number>()
  let wrongTries = 0
  let lastWrongAt = Number.NEGATIVE_INFINITY

  const spend = (key: string) => {
    launches.delete(key)
    spent.add(key)
    forgetOldest(spent, mostSpent)
  }

  /** Compares with every one that is open, in constant time each. */
  const find = (digest: Buffer): string | null => {
    let found: string | null = null
    for (const [key, launch] of launches) {
      if (timingSafeEqual(launch.digest, digest) && now() < launch.until) found = key
    }
    return found
  }

  const refuse = (key: string) => {
    if (launches.has(key)) spend(key)
    wrongTries = now() - lastWrongAt > launchLifeMs ? 1 : wrongTries + 1
    lastWrongAt = now()
    if (spent.has(key)) onLaunchNeeded()
    return null
  }

  return {
    issueLaunch() {
      const token = newToken()
      const digest = sha256(token)
      launches.set(digest.toString('hex'), { digest, until: now() + launchLifeMs })
      forgetOldest(launches, mostSpent)
      return token
    },

    exchange(launch) {
      const digest = sha256(typeof launch === 'string' ? launch : '')
      const found = find(digest)
      if (found === null) return refuse(digest.toString('hex'))
      spend(found)
      const token = newToken()
      sessions.set(sha256(token).toString('hex'), now())
      forgetOldest(sessions, mostSessions)
      return token
    },

    wrongTryWaitMs: () => (wrongTries > freeTries ? slowMs : 0),

    isSession(authorization) {
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

/** 32 random bytes, base64url. */
function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Maps and sets keep their order, so the first is the oldest. */
function forgetOldest(kept: Set<string> | Map<string, unknown>, most: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(key)
  }
}
