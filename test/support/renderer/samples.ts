import type { AgentsStatus } from '#shared/agents/contract.ts'
import type { DeliveryDetail, DeliverySummary } from '#shared/deliveries/model.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { TextStatus } from '#shared/notes/text-contract.ts'
import type { SandboxStatus } from '#shared/sandbox/model.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'

export function anEndpoint(parts: Partial<Endpoint> = {}): Endpoint {
  return {
    id: 'whe_Aaaaaaaaaaaaa1',
    url: 'https://hooks.example.com/hooks/abc',
    urlRedacted: false,
    events: ['note.generated', 'note.edited', 'note.access_granted'],
    folderIds: [],
    scopes: ['personal', 'public'],
    createdBy: { name: 'Mara Lindqvist', email: 'mara.lindqvist@example.com' },
    enabled: true,
    createdAt: '2026-01-01T00:00:00Z',
    label: null,
    secret: 'kept',
    revealUntil: null,
    revealable: true,
    receivedHere: true,
    lastDeliveryAt: null,
    disabledState: null,
    downtime: null,
    fourDays: null,
    ...parts,
  }
}

export function aDelivery(id: number, parts: Partial<DeliverySummary> = {}): DeliverySummary {
  return {
    id,
    workspaceId: 'sandbox',
    endpointId: 'whe_Aaaaaaaaaaaaa1',
    endpointUrl: null,
    webhookId: `evt_${id}`,
    eventType: 'note.edited',
    noteId: 'not_Aaaaaaaaaaaaa1',
    occurredAt: '2026-01-01T00:00:00Z',
    firstReceivedAt: '2026-01-01T00:00:01Z',
    lastReceivedAt: '2026-01-01T00:00:01Z',
    attempts: 1,
    verdict: 'verified',
    status: 200,
    responseMs: 3,
    flags: [],
    starred: false,
    remark: '',
    ...parts,
  }
}

export function aWholeDelivery(id: number, parts: Partial<DeliveryDetail> = {}): DeliveryDetail {
  return {
    ...aDelivery(id),
    headers: [['Webhook-Id', `evt_${id}`]],
    bodyBase64: btoa('{"event_id":"evt_1"}'),
    attemptLog: [
      {
        receivedAt: '2026-01-01T00:00:01Z',
        webhookTimestamp: '1767225600',
        verdict: 'verified',
        status: 200,
        answer: 'stored',
      },
    ],
    trace: {
      headers: { 'webhook-id': 'present', 'webhook-timestamp': 'present', 'webhook-signature': 'present' },
      signature: 'valid',
      entries: [{ version: 'v1', text: 'abc', matches: true }],
      signedPrefix: `evt_${id}.1767225600.`,
      bodyBytes: 20,
      age: { seconds: 1, toleranceSeconds: 300, judgement: 'fresh' },
    },
    endpointUrl: 'https://hooks.example.com/hooks/abc',
    ...parts,
  }
}

export function aTunnel(parts: Partial<TunnelStatus> = {}): TunnelStatus {
  return {
    source: 'own-url',
    publicUrl: 'https://hooks.example.com',
    state: 'up',
    since: '2026-01-01T00:00:00Z',
    provenAt: null,
    latenciesMs: [],
    problem: null,
    retryAt: null,
    choice: null,
    log: [],
    ...parts,
  }
}

/** The problem of a tunnel whose DNS name does not exist. */
export const noName: NonNullable<TunnelStatus['problem']> = {
  fault: 'no-name',
  sentence: 'DNS lookup failed for hooks.example.com.',
}

export function anAgentsStatus(parts: Partial<AgentsStatus> = {}): AgentsStatus {
  return { level: 'sandbox', until: null, isChosen: false, content: false, calls: [], ...parts }
}

export function aSandboxStatus(parts: Partial<SandboxStatus> = {}): SandboxStatus {
  return {
    baseUrl: 'http://127.0.0.1:4999',
    keyHint: 'k9Qz',
    isWatched: true,
    speed: 1440,
    switches: {
      automatic: true,
      producesFailures: false,
      outage: false,
      notesNotReady: false,
      slow: false,
      rateLimited: false,
      failing: false,
      updatesRefused: false,
      loseNextCreate: false,
    },
    failing: null,
    ...parts,
  }
}

export function aTextStatus(parts: Partial<TextStatus> = {}): TextStatus {
  return {
    switches: { summaries: true, transcripts: false, privateNotes: false },
    gentle: false,
    megabytes: 500,
    state: 'resting',
    read: 12_400,
    total: 12_400,
    refused: 0,
    tooLarge: 0,
    bytes: 35_000_000,
    leftSeconds: null,
    problem: null,
    ...parts,
  }
}

export const noTexts: TextStatus = aTextStatus({
  switches: { summaries: false, transcripts: false, privateNotes: false },
  state: 'off',
  read: 0,
  bytes: 0,
})
