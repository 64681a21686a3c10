import { z } from 'zod'
import { Attempt, DeliveryDetail, VerificationTrace } from './model.ts'

/** The extension of session files, registered with the operating system. */
export const sessionExtension = 'nhsession'

export const longestTitle = 256

/**
 * Limits for a stored delivery. The listener accepts 64 headers of 8 KiB and a body of 256 KiB, and stores up to a hundred
 * attempts.
 */
const most = { headers: 64, header: 8 * 1024, word: 512, body: 256 * 1024, attempts: 100 } as const
const word = z.string().max(most.word)
const header = z.string().max(2 * most.header)
const fromBody = z.string().max(most.body).nullable()

/** The first line of a session file, which identifies the format. */
export const SessionHead = z.object({
  notehook_session: z.literal(1),
  title: z.string().max(longestTitle),
  exported_at: z.string().max(64),
})
export type SessionHead = z.infer<typeof SessionHead>

/**
 * A complete delivery in a session file, as one line of JSON. The body is included as base64, and also as text if it is valid
 * UTF-8.
 */
export const DeliveryRecord = DeliveryDetail.extend({
  workspaceId: word.nullable(),
  endpointId: word.nullable(),
  endpointUrl: z.string().max(most.header).nullable(),
  webhookId: header.nullable(),
  eventType: fromBody,
  noteId: fromBody,
  occurredAt: fromBody,
  firstReceivedAt: word,
  lastReceivedAt: word,
  flags: DeliveryDetail.shape.flags.max(20),
  headers: z.array(z.tuple([header, header])).max(most.headers),
  bodyBase64: z.string().max(2 * most.body),
  attemptLog: z
    .array(Attempt.extend({ receivedAt: word, webhookTimestamp: header.nullable(), answer: word }))
    .max(most.attempts),
  trace: VerificationTrace.extend({
    entries: z
      .array(VerificationTrace.shape.entries.element.extend({ version: header, text: header }))
      .max(most.header),
    signedPrefix: z
      .string()
      .max(3 * most.header)
      .nullable(),
  }),
  body: z.string().optional(),
})
export type DeliveryRecord = z.infer<typeof DeliveryRecord>
