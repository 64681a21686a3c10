import { withDirectLoopback } from '#core/platform/loopback-fetch.ts'
import type { ObservedDifference } from '#core/service-api/api-differences.ts'
import { createNotesApi, type NotesApiOptions } from '#core/service-api/notes/notes-api.ts'
import { AppError } from '#shared/errors.ts'
import { type SteppedTime, steppedTime } from '../../../support/platform/stepped-time.ts'

export const testKey = 'test-Key.0123456789abcdef'

export interface ApiUnderTest {
  readonly api: ReturnType<typeof createNotesApi>
  readonly time: SteppedTime
  readonly differences: ObservedDifference[]
  readonly waits: (Date | null)[]
}

/** Creates an API client for a service, with a clock that advances only by sleeping. */
export function apiOn(baseUrl: string, over: Partial<NotesApiOptions> = {}): ApiUnderTest {
  const time = steppedTime()
  const differences: ObservedDifference[] = []
  const waits: (Date | null)[] = []
  const api = createNotesApi({
    baseUrl,
    apiKey: testKey,
    fetch: withDirectLoopback((url, init) => fetch(url, init)),
    clock: time.clock,
    sleep: time.sleep,
    random: () => 0,
    pace: () => ({ burst: 100_000, perSecond: 100_000 }),
    notePath: () => '/v1/notes/{note_id}',
    updateMethod: () => 'auto',
    onDifference: (difference) => differences.push(difference),
    onWaiting: (until) => waits.push(until),
    ...over,
  })
  return { api, time, differences, waits }
}

/** Returns the `AppError` that a call rejects with. Any other outcome fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const ended: unknown = await call.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
  if (ended instanceof AppError) return ended
  throw new Error(`Expected an AppError, but ${String(ended)}`)
}
