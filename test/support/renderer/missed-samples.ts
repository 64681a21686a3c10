import type { EndpointMissed, MissedGap, MissedNote, MissedStatus } from '#shared/missed/model.ts'

export const aGap = (parts: Partial<MissedGap> = {}): MissedGap => ({
  key: 'gap-1',
  reason: 'disabled',
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-01T06:00:00.000Z',
  isRead: true,
  behind: 3,
  pending: 0,
  unknown: 0,
  caughtUp: 0,
  superseded: 0,
  ...parts,
})

/** Returns an endpoint that is three notes behind, in one gap. */
export const aMissed = (parts: Partial<EndpointMissed> = {}): EndpointMissed => ({
  endpointId: 'whe_Aaaaaaaaaaaaa1',
  url: 'https://hooks.example.com/in',
  label: null,
  enabled: true,
  isKnown: true,
  isChecking: false,
  behind: 3,
  pending: 0,
  pendingUntil: null,
  unknown: 0,
  caughtUp: 0,
  caughtUpAt: null,
  since: '2026-01-01T00:01:00.000Z',
  gaps: [aGap()],
  muted: false,
  ...parts,
})

export const aMissedStatus = (
  endpoints: readonly EndpointMissed[] = [],
  parts: Partial<MissedStatus> = {},
): MissedStatus => ({
  endpoints: [...endpoints],
  behind: endpoints.reduce((sum, { behind }) => sum + behind, 0),
  pending: endpoints.reduce((sum, { pending }) => sum + pending, 0),
  asOf: '2026-01-01T07:00:00.000Z',
  interruptedJobs: [],
  warnings: [],
  ...parts,
})

export const aMissedNote = (parts: Partial<MissedNote> = {}): MissedNote => ({
  id: 'not_Bbbbbbbbbbbbb1',
  title: 'Budget review',
  createdAt: '2025-12-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:01:00.000Z',
  state: 'behind',
  reason: 'disabled',
  receivedAt: '2025-12-30T00:00:00.000Z',
  until: null,
  caughtUpAt: null,
  ...parts,
})
