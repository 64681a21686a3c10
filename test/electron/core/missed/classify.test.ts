import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventTypes } from '#shared/deliveries/events/event-types.ts'
import { type Candidate, classify, type Rules, slackAt } from '../../../../electron/core/missed/classify.ts'
import { property } from '../../../support/runs.ts'

const minute = 60_000
const day = 86_400_000
const base = Date.parse('2026-01-01T00:00:00Z')

const allTypes = Object.fromEntries(eventTypes.map((type) => [type, 0]))

const rules = (parts: Partial<Rules> = {}, speed = 1): Rules => ({
  base,
  created: base,
  isHere: true,
  events: allTypes,
  gaps: [],
  speed,
  endOf: (from, lastsMs) => from + lastsMs / speed,
  ...parts,
})

const aCandidate = (parts: Partial<Candidate> = {}): Candidate => ({
  updated: base + day,
  created: base - day,
  received: null,
  caughtUp: null,
  match: 'yes',
  isOwned: false,
  ...parts,
})

/** A random history of a note's changes, each delivered at once, later or never. The endpoint may be down at times. */
const history = fc.record({
  changes: fc.array(
    fc.record({
      at: fc.integer({ min: -2 * day, max: 6 * day }),
      isDelivered: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  caughtUpTo: fc.option(fc.nat(11), { nil: null }),
  speed: fc.constantFrom(1, 60, 1_440),
})

test('a note is behind if its last change was neither delivered nor sent in a catch-up', () => {
  fc.assert(
    fc.property(history, ({ changes, caughtUpTo, speed }) => {
      const sorted = changes
        .map((change) => ({ ...change, at: base + change.at }))
        .sort((a, b) => a.at - b.at)
      const last = sorted.at(-1)
      if (!last) return
      const heard = sorted.findLast(({ isDelivered }) => isDelivered)?.at ?? null
      const caughtUp = caughtUpTo === null ? null : (sorted[caughtUpTo]?.at ?? null)
      const { state } = classify(
        aCandidate({ updated: last.at, received: heard, caughtUp }),
        rules({}, speed),
        base + 30 * day,
      )
      const isCurrent =
        last.at <= base || caughtUp === last.at || (heard !== null && last.at - heard <= slackAt(speed))
      expect(state).toBe(isCurrent ? null : 'behind')
    }),
    property(3_000),
  )
})

test('a note stays pending as long as its event may still arrive', () => {
  const outage = fc.record({
    from: fc.nat(5 * day),
    lasts: fc.nat(3 * day),
    reason: fc.constantFrom('tunnel-down', 'not-running', 'failing'),
    after: fc.nat(10 * day),
    offset: fc.nat(3 * day),
  } as const)
  fc.assert(
    fc.property(outage, ({ from, lasts, reason, after, offset }) => {
      const gap = { key: 'gap-1', reason, from: base + from, to: base + from + lasts }
      const updated = gap.from + Math.min(offset, lasts) + 1
      const isIn = updated <= gap.to
      const verdict = classify(aCandidate({ updated }), rules({ gaps: [gap] }), updated + after)
      const until = isIn ? updated + 4 * day : updated + 10 * minute
      expect(verdict.state).toBe(updated + after < until ? 'pending' : 'behind')
      if (verdict.state === 'pending') expect(verdict.until).toBe(until)
      expect(verdict.reason).toBe(isIn ? reason : 'unknown')
    }),
    property(3_000),
  )
})

test('a note is not pending for the short delays of events in an accelerated sandbox', () => {
  const off = { key: 'gap-1', reason: 'not-running', from: base + day, to: null } as const
  const candidate = aCandidate()
  expect(classify(candidate, rules({}, 60), candidate.updated + 1_000).state).toBe('pending')
  expect(classify(candidate, rules({}, 1_440), candidate.updated + 100).state).toBeNull()
  expect(classify(candidate, rules({}, 1_440), candidate.updated + 1_000).state).toBe('behind')
  expect(classify(candidate, rules({ gaps: [off] }, 1_440), candidate.updated + 100).state).toBe('pending')
})

test('a disabled endpoint gets no retries, so its undelivered notes are behind instead of pending', () => {
  const off = { key: 'gap-1', reason: 'not-running', from: base + day, to: base + 2 * day } as const
  const disabled = { key: 'gap-2', reason: 'disabled', from: base + 2 * day, to: null } as const
  const candidate = aCandidate({ updated: base + 1.5 * day })
  expect(classify(candidate, rules({ gaps: [off] }), base + 3 * day).state).toBe('pending')
  expect(classify(candidate, rules({ gaps: [off, disabled] }), base + 3 * day)).toMatchObject({
    state: 'behind',
    reason: 'not-running',
  })
  expect(
    classify(aCandidate({ updated: base + 2.5 * day }), rules({ gaps: [off, disabled] }), base + 3 * day),
  ).toMatchObject({
    state: 'behind',
    reason: 'disabled',
  })
})

test('a note that changed around the time its endpoint was disabled is behind immediately', () => {
  const disabled = { key: 'gap-1', reason: 'disabled', from: base + day, to: null } as const
  const enabledAgain = { ...disabled, to: base + 2 * day }
  for (const changedAfter of [-minute, minute])
    for (const gap of [disabled, enabledAgain]) {
      const candidate = aCandidate({ updated: base + day + changedAfter })
      const verdict = classify(candidate, rules({ gaps: [gap] }), base + day + 2 * minute)
      expect(verdict).toMatchObject({ state: 'behind', until: null })
    }
  const later = aCandidate({ updated: base + 2 * day + 1 })
  expect(classify(later, rules({ gaps: [enabledAgain] }), later.updated + 1).state).toBe('pending')
})

test('a note’s state is unknown if its folders or scope may exclude it from the endpoint', () => {
  expect(classify(aCandidate({ match: 'unknown' }), rules(), base + 9 * day).state).toBe('unknown')
})

test('among several outages, names one without retries as the reason for a missed event', () => {
  const gaps = (['not-running', 'refused', 'disabled'] as const).map((reason) => ({
    ...{ key: reason, reason, from: base + day / 2, to: base + 2 * day },
  }))
  const verdict = (among: Rules['gaps']) => classify(aCandidate(), rules({ gaps: among }), base + 2 * day)
  expect(verdict(gaps)).toMatchObject({ state: 'behind', gap: 'disabled', reason: 'disabled' })
  expect(verdict(gaps.slice(0, 2))).toMatchObject({ state: 'behind', gap: 'refused', reason: 'failing' })
  expect(verdict(gaps.slice(0, 1))).toMatchObject({ state: 'pending', reason: 'not-running' })
})

/** A note that is generated, edited and, unless the endpoint's creator owns it, maybe shared later. */
const lives = fc.record({
  created: fc.integer({ min: -day, max: day }),
  generatedAfter: fc.nat(day),
  edits: fc.array(fc.nat(4 * day), { maxLength: 5 }),
  sharedAfter: fc.option(fc.nat(3 * day), { nil: null }),
  isOwned: fc.boolean(),
  isDelivered: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  /** Time when each type was subscribed, or `null` if it was not. */
  subscribed: fc.tuple(...eventTypes.map(() => fc.constantFrom(null, 0, base, base + day / 2))),
  outage: fc.option(fc.tuple(fc.integer({ min: -day, max: 5 * day }), fc.nat(2 * day)), { nil: null }),
  reason: fc.constantFrom('disabled', 'refused', 'failing', 'not-running'),
  judgedAt: fc.tuple(fc.nat(6 * day), fc.nat(12 * day)),
})

test('a note is behind or pending only if it lacks an event that the endpoint subscribes to', () => {
  let found = 0
  fc.assert(
    fc.property(lives, (life) => {
      const { isOwned, reason } = life
      const created = base + life.created
      const generated = created + life.generatedAfter
      const shared = isOwned || life.sharedAfter === null ? null : generated + life.sharedAfter
      const edits = life.edits.map((after) => generated + after + 1)
      const sent = [
        { type: 'note.generated' as const, at: generated },
        ...edits.map((at) => ({ type: 'note.edited' as const, at })),
      ]
        .filter(({ at }) => shared === null || at > shared)
        .concat(shared === null ? [] : [{ type: 'note.access_granted' as never, at: shared }])
      const events = Object.fromEntries(
        eventTypes.flatMap((type, at) => (life.subscribed[at] == null ? [] : [[type, life.subscribed[at]]])),
      )
      const subscribed = sent
        .map((event, at) => ({ ...event, isDelivered: life.isDelivered[at] }))
        .filter(({ type, at }) => at > base && at >= (events[type] ?? Number.POSITIVE_INFINITY))
      const [from, lasts] = life.outage ?? [0, 0]
      const gap = { key: 'gap-1', reason, from: base + from, to: base + from + lasts }
      const rulesOf = rules({ events, gaps: life.outage ? [gap] : [] })

      let caughtUp: number | null = null
      for (const now of life.judgedAt.map((after) => generated + after).sort((a, b) => a - b)) {
        // The endpoint's creator sees the note only once it was shared.
        if (shared !== null && now < shared) continue
        const happened = subscribed.filter(({ at }) => at <= now)
        const updated = Math.max(...[generated, ...edits].filter((at) => at <= now))
        const heard = happened.filter(({ isDelivered }) => isDelivered).map(({ at }) => at)
        const candidate: Candidate = aCandidate({
          updated,
          created,
          isOwned,
          caughtUp,
          received: heard.length > 0 ? Math.max(...heard) : null,
        })
        const { state } = classify(candidate, rulesOf, now)
        const newest = Math.max(candidate.received ?? 0, caughtUp ?? 0)
        const isMissed = happened.some(({ at, isDelivered }) => at > newest && !isDelivered)
        if (state === 'behind' || state === 'pending') expect(isMissed).toBe(true)
        if (state !== 'behind') continue
        found += 1
        const type = candidate.received === null && caughtUp === null ? 'note.generated' : 'note.edited'
        expect(events).toHaveProperty([type])
        caughtUp = updated
      }
    }),
    property(),
  )
  expect(found).toBeGreaterThan(0)
})
