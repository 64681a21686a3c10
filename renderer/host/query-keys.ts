/** Which deliveries a list shows; all of them unless it says more. */
export interface DeliveryFilter {
  readonly endpointId?: string
  readonly noteId?: string
  /** As it was typed. */
  readonly q?: string
}

/**
 * The names under which answers are kept. Here and not beside each query, because `live.ts` says for every event which of
 * them it changes.
 */
export const keys = {
  app: ['app'],
  link: ['link'],
  session: ['session'],
  serviceLink: ['service-link'],
  profiles: ['profiles'],
  profileContents: (id: string) => ['profile-contents', id],
  settings: ['settings'],
  storage: ['storage'],
  tunnel: ['tunnel'],
  tunnelReadiness: ['tunnel-readiness'],
  listen: { all: ['listen'], status: ['listen', 'status'], leftovers: ['listen', 'leftovers'] },
  exports: ['exports'],
  jobs: ['jobs'],
  catalog: {
    all: ['catalog'],
    folders: ['catalog', 'folders'],
    notes: (filter: object) => ['catalog', 'notes', filter],
    wholeNotes: ['catalog', 'note'],
    note: (id: string) => ['catalog', 'note', id],
    transcript: (id: string) => ['catalog', 'transcript', id],
  },
  index: {
    all: ['index'],
    status: ['index', 'status'],
    folders: ['index', 'folders'],
    folderCounts: ['index', 'folder-counts'],
    suggestions: (text: string, caret: number) => ['index', 'suggest', text, caret],
    searches: ['index', 'search'],
    lists: ['index', 'list'],
    list: (query: object) => ['index', 'list', query],
    search: (text: string) => ['index', 'search', text],
    note: (id: string) => ['index', 'note', id],
    allNoteFolders: ['index', 'note-folders'],
    noteFolders: (ids: readonly string[]) => ['index', 'note-folders', ids],
  },
  endpoints: {
    all: ['endpoints'],
    list: ['endpoints', 'list'],
    unfinished: ['endpoints', 'unfinished'],
    replacements: ['endpoints', 'replacements'],
    astray: (publicUrl: string | null) => ['endpoints', 'astray', publicUrl],
  },
  apiDifferences: ['api-differences'],
  /** Those that were disabled from elsewhere, told of last. */
  endpointsTurnedOff: ['endpoints-turned-off'],
  /** What forms asked for, in every workspace; the page alone knows. */
  endpointRequests: ['endpoint-requests'],
  endpointsMissed: (of: object) => ['endpoints-missed', of],
  endpointUrl: (url: string) => ['endpoint-url', url],
  inspector: {
    all: ['inspector'],
    status: ['inspector', 'status'],
    responses: ['inspector', 'responses'],
    refused: ['inspector', 'refused'],
    /** Every list of deliveries is an infinite query of `deliveries.list`, newest first, so that arrivals can be put in. */
    lists: ['inspector', 'deliveries'],
    list: (filter: DeliveryFilter) => ['inspector', 'deliveries', filter],
    wholeDeliveries: ['inspector', 'delivery'],
    delivery: (id: number) => ['inspector', 'delivery', id],
    /** Counts of deliveries, each of a filter that is named in its key. */
    tallies: ['inspector', 'tally'],
    viewCount: (of: { readonly q: string }) => ['inspector', 'tally', of],
    views: ['inspector', 'views'],
    timeline: (of: { readonly q: string; readonly span: number | null }) => ['inspector', 'tally', of],
    /** Whether a filter leaves one delivery. */
    matches: (of: DeliveryFilter, id: number) => ['inspector', 'matches', of, id],
    otherBodies: (id: number) => ['inspector', 'other-bodies', id],
    /** Of `deliveries.note-events`. */
    allNoteEvents: ['inspector', 'note-events'],
    noteEvents: (noteIds: readonly string[]) => ['inspector', 'note-events', noteIds],
    explanation: (id: number) => ['inspector', 'explanation', id],
  },
} as const
