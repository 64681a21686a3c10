import type { NoteEvent } from './note-event.ts'

/** Event types of the specification (section 6). Parsing accepts any string, but forms offer only these types. */
export const eventTypes = ['note.generated', 'note.edited', 'note.access_granted'] as const
export type EventType = (typeof eventTypes)[number]

export const eventTypeMeanings: Readonly<Record<EventType, string>> = {
  'note.generated': 'A note’s first summary is ready.',
  'note.edited': 'A note’s summary was edited or regenerated.',
  'note.access_granted': 'A note was shared, directly or through its folder.',
}

export const sampleEvents: Readonly<Record<EventType, NoteEvent>> = {
  'note.generated': {
    event_id: 'evt_Zq4mXw8RtB1nKc',
    event_type: 'note.generated',
    note_id: 'not_8dKfQ2vLpS6yTa',
    occurred_at: '2026-03-02T10:31:07Z',
  },
  'note.edited': {
    event_id: 'evt_Hn7cPe3JyD5wVs',
    event_type: 'note.edited',
    note_id: 'not_8dKfQ2vLpS6yTa',
    occurred_at: '2026-03-02T14:05:42Z',
    data: { changed_fields: ['summary'] },
  },
  'note.access_granted': {
    event_id: 'evt_Lb2gUr9FxM4kQo',
    event_type: 'note.access_granted',
    note_id: 'not_3jWnE7hCzV1rMd',
    occurred_at: '2026-03-03T09:12:30Z',
  },
}
