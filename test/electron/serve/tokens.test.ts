import { expect, test, vi } from 'vitest'
import { createTokens } from '../../../electron/serve/tokens.ts'

const minute = 60_000
const hour = 60 * minute

function tokensAt(start = 1_000_000) {
  const state = { now: start, needed: 0 }
  const tokens = createTokens(
    () => {
      state.needed += 1
    },
    () => state.now,
  )
  return { tokens, state }
}

test('a launch token has 256 random bits and is valid once', () => {
  const { tokens } = tokensAt()
  const launch = tokens.issueLaunch()
  expect(launch).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(tokens.issueLaunch()).not.toBe(launch)
  const session = tokens.exchange(launch)
  expect(session).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(session).not.toBe(launch)
  expect(tokens.exchange(launch)).toBeNull()
})

test('a launch token is valid for five minutes', () => {
  const { tokens, state } = tokensAt()
  const [early, late] = [tokens.issueLaunch(), tokens.issueLaunch()]
  state.now += 5 * minute - 1
  expect(tokens.exchange(early)).not.toBeNull()
  state.now += 1
  expect(tokens.exchange(late)).toBeNull()
})

test.each([undefined, null, '', 0, {}, ['a'], 'x'.repeat(43)])('rejects the launch token %j', (wrong) => {
  const { tokens } = tokensAt()
  tokens.issueLaunch()
  expect(tokens.exchange(wrong)).toBeNull()
})

test('delays the responses to wrong tokens after the first ten', () => {
  const { tokens, state } = tokensAt()
  const launches = [tokens.issueLaunch(), tokens.issueLaunch()]
  for (let tries = 0; tries < 10; tries++) tokens.exchange('wrong')
  expect(tokens.wrongTokenDelayMs()).toBe(0)
  for (let tries = 0; tries < 1000; tries++) tokens.exchange('wrong')
  expect(tokens.wrongTokenDelayMs()).toBeGreaterThanOrEqual(1000)
  expect(state.needed).toBe(0)
  for (const launch of launches) expect(tokens.exchange(launch)).not.toBeNull()
})

test('stops delaying responses after five minutes without a wrong token', () => {
  const { tokens, state } = tokensAt()
  for (let tries = 0; tries < 11; tries++) tokens.exchange('wrong')
  tokens.exchange(tokens.issueLaunch())
  expect(tokens.wrongTokenDelayMs()).toBeGreaterThan(0)
  state.now += 5 * minute + 1
  tokens.exchange('wrong')
  expect(tokens.wrongTokenDelayMs()).toBe(0)
})

test('a session stays valid when the date of the computer changes', () => {
  const tokens = createTokens(() => {})
  const session = `Bearer ${tokens.exchange(tokens.issueLaunch())}`
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 24 * hour })
  expect(tokens.isSession(session)).toBe(true)
  expect(tokens.exchange(tokens.issueLaunch())).not.toBeNull()
  vi.setSystemTime(0)
  expect(tokens.isSession(session)).toBe(true)
  vi.useRealTimers()
})

test('asks for a new launch URL when a used or expired one is opened', () => {
  const { tokens, state } = tokensAt()
  const [used, expired] = [tokens.issueLaunch(), tokens.issueLaunch()]
  tokens.exchange(used)
  tokens.exchange(used)
  expect(state.needed).toBe(1)
  state.now += 6 * minute
  tokens.exchange(expired)
  expect(state.needed).toBe(2)
})

test('does not accept a launch token as a session or a session as a launch token', () => {
  const { tokens } = tokensAt()
  const launch = tokens.issueLaunch()
  expect(tokens.isSession(`Bearer ${launch}`)).toBe(false)
  const session = tokens.exchange(launch) ?? ''
  expect(tokens.exchange(session)).toBeNull()
  expect(tokens.isSession(`Bearer ${session}`)).toBe(true)
  for (const wrong of [undefined, '', 'Bearer ', session, `bearer ${session}`, `Bearer ${session}A`]) {
    expect(tokens.isSession(wrong)).toBe(false)
  }
})

test('a session expires after 12 hours without use', () => {
  const { tokens, state } = tokensAt()
  const session = `Bearer ${tokens.exchange(tokens.issueLaunch())}`
  for (let days = 0; days < 5; days++) {
    state.now += 12 * hour
    expect(tokens.isSession(session)).toBe(true)
  }
  state.now += 12 * hour + 1
  expect(tokens.isSession(session)).toBe(false)
  expect(tokens.isSession(session)).toBe(false)
})
