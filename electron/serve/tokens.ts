import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const launchLifeMs = 5 * 60_000
const sessionIdleMs = 12 * 3_600_000
const mostWrongTries = 10
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
  /** By the `Authorization` header: `Bearer` and a session token. */
  isSession(authorization: string | undefined): boolean
}

/**
 * `onLaunchNeeded`: whoever started the host needs a new address, because ten wrong tries made every one void, or because
 * one that was used or had expired was tried again.
 */
export function createTokens(onLaunchNeeded: () => void, now: () => number = Date.now): Tokens {
  const launches = new Map<string, { digest: Buffer; until: number }>()
  const spent = new Set<string>()
  const sessions = new Map<string, number>()
  let wrongTries = 0

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
    wrongTries += 1
    if (wrongTries >= mostWrongTries) {
      wrongTries = 0
      for (const open of [...launches.keys()]) spend(open)
      onLaunchNeeded()
    } else if (spent.has(key)) {
      onLaunchNeeded()
    }
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
      wrongTries = 0
      const token = newToken()
      sessions.set(sha256(token).toString('hex'), now())
      forgetOldest(sessions, mostSessions)
      return token
    },

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
