import { type Draft, draftOfBody } from './draft.ts'

export const eventTypes = ['note.generated', 'note.edited', 'note.access_granted'] as const
type EventType = (typeof eventTypes)[number]

export const templateNames = ['odd-bytes', 'new-fields', 'not-json'] as const
export type TemplateName = (typeof templateNames)[number]

const sampleNote = 'not_1d3tmYTlCICgjy'

/** Returns an event like those of the service (specification, section 2), with a new id and the current time. */
export function eventDraft(type: EventType, noteId = sampleNote): Draft {
  return draftOfBody(JSON.stringify(eventOf(type, noteId), null, 2))
}

function eventOf(type: EventType, noteId: string): Readonly<Record<string, unknown>> {
  return {
    event_id: newEventId(),
    event_type: type,
    note_id: noteId,
    occurred_at: timeNow(),
    ...(type === 'note.edited' ? { data: { changed_fields: ['summary'] } } : {}),
  }
}

export function templateDraft(name: TemplateName): Draft {
  const event = eventOf('note.edited', sampleNote)
  switch (name) {
    case 'odd-bytes':
      return draftOfBody(
        `${JSON.stringify({ ...event, link: 'https://example.com/notes', title: 'Café \u2028 plan' }, null, 1).replaceAll('/', '\\/')}\n`,
      )
    case 'new-fields':
      return draftOfBody(JSON.stringify({ ...event, version: 2, actor: { name: 'Ana Lima' } }, null, 2))
    case 'not-json':
      return draftOfBody('note.edited,not_1d3tmYTlCICgjy')
  }
}

/** Returns the current time in whole seconds, like the service. */
export const timeNow = (): string => new Date().toISOString().replace(/\.\d+/, '')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Returns an event id like those of the service. The slightly uneven distribution doesn't matter, because the id is not a secret.
 */
export function newEventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(14))
  return `evt_${Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')}`
}
