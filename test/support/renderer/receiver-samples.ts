import type { Receiver, ReceiverStatus, Send, SendDetail } from '#shared/receivers/model.ts'
import { newReceiver } from '#shared/receivers/model.ts'

const id = 'rcv_Aaaaaaaaaaaaa1'

export function aStatus(parts: Partial<ReceiverStatus> = {}): ReceiverStatus {
  return {
    id,
    workspaceId: 'sandbox',
    health: { state: 'up', since: '2026-01-01T00:00:00Z', connectMs: 2, problem: null },
    waiting: { count: 0, since: null, blocked: null, isSending: false },
    sending: 0,
    lastSend: null,
    ...parts,
  }
}

export function aReceiver(parts: Partial<Receiver> = {}): Receiver {
  return {
    ...newReceiver,
    id,
    name: 'Local dev server',
    url: 'http://127.0.0.1:3000/webhooks',
    createdAt: '2026-01-01T00:00:00Z',
    live: false,
    address: { kind: 'loopback', host: '127.0.0.1', approval: 'not-needed' },
    ownSecret: 'missing',
    headerValues: 'stored',
    lastUsedAt: null,
    status: aStatus({ id: parts.id ?? id }),
    ...parts,
  }
}

export function aSend(sendId: number, parts: Partial<Send> = {}): Send {
  return {
    id: sendId,
    workspaceId: 'sandbox',
    receiverId: id,
    deliveryId: 1,
    endpointId: 'whe_Aaaaaaaaaaaaa1',
    eventType: 'note.edited',
    noteId: 'not_Aaaaaaaaaaaaa1',
    webhookId: 'evt_1',
    mode: 'retry',
    cause: 'user',
    jobId: null,
    at: '2026-01-01T00:00:02Z',
    url: 'http://127.0.0.1:3000/webhooks',
    simulated: false,
    status: 200,
    problem: null,
    phases: { lookupMs: 0, connectMs: 1, firstByteMs: 28, totalMs: 29 },
    verdict: null,
    ...parts,
  }
}

export function aWholeSend(sendId: number, parts: Partial<SendDetail> = {}): SendDetail {
  return {
    ...aSend(sendId),
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:3000/webhooks',
      headers: [
        ['Host', '127.0.0.1:3000'],
        ['webhook-id', 'evt_1'],
        ['notehook-sent', 'retry'],
      ],
      bodyBase64: btoa('{"event_id":"evt_1"}'),
      leftOut: ['X-Forwarded-For'],
      replaced: ['webhook-timestamp', 'webhook-signature'],
      isBodyUnchanged: true,
    },
    response: {
      statusText: 'OK',
      headers: [['content-type', 'text/plain']],
      bodyBase64: btoa('accepted'),
      bodyBytes: 8,
      isCut: false,
    },
    ...parts,
  }
}
