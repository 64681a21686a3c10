export interface DeliveryFilter {
  readonly endpointId?: string
  readonly noteId?: string
  readonly q?: string
}

export interface SendFilter {
  readonly receiverId?: string
  readonly deliveryId?: number
  readonly jobId?: string
  readonly failed?: boolean
}

/** The query cache's keys. They are in one file, so that `app/event-effects.ts` can list the keys that each event changes. */
export const keys = {
  app: ['app'],
  hostConnection: ['host-connection'],
  session: ['session'],
  serviceConnection: ['service-connection'],
  workspaces: ['workspaces'],
  workspaceContents: (id: string) => ['workspace-contents', id],
  settings: ['settings'],
  loginItem: ['login-item'],
  storage: ['storage'],
  tunnel: ['tunnel'],
  tunnelReadiness: ['tunnel-readiness'],
  sandbox: {
    all: ['sandbox'],
    status: ['sandbox', 'status'],
    activity: ['sandbox', 'activity'],
  },
  agents: {
    all: ['agents'],
    status: ['agents', 'status'],
    activity: ['agents', 'activity'],
  },
  listening: {
    all: ['listening'],
    status: ['listening', 'status'],
    orphaned: ['listening', 'leftovers'],
  },
  startedExports: ['started-exports'],
  jobs: ['jobs'],
  notes: {
    all: ['notes'],
    folders: ['notes', 'folders'],
    pages: (filter: object) => ['notes', 'pages', filter],
    wholeNotes: ['notes', 'note'],
    note: (id: string) => ['notes', 'note', id],
    transcript: (id: string) => ['notes', 'transcript', id],
  },
  index: {
    all: ['index'],
    status: ['index', 'status'],
    folders: ['index', 'folders'],
    folderCounts: ['index', 'folder-counts'],
    suggestions: (text: string, caret: number) => ['index', 'suggest', text, caret],
    searches: ['index', 'search'],
    /** This key has the same prefix as the searches, because the same events invalidate both. */
    newest: ['index', 'search', {}],
    lists: ['index', 'list'],
    list: (query: object) => ['index', 'list', query],
    search: (text: string, scope: string) => ['index', 'search', text, scope],
    note: (id: string) => ['index', 'note', id],
    allNoteTitles: ['index', 'note-titles'],
    noteTitles: (ids: readonly string[]) => ['index', 'note-titles', ids],
    allNoteFolders: ['index', 'note-folders'],
    noteFolders: (ids: readonly string[]) => ['index', 'note-folders', ids],
  },
  texts: {
    all: ['texts'],
    status: ['texts', 'status'],
    estimate: (choice: object) => ['texts', 'estimate', choice],
    stored: (id: string) => ['texts', 'stored', id],
  },
  endpoints: {
    all: ['endpoints'],
    list: ['endpoints', 'list'],
    labels: ['endpoints', 'labels'],
    unfinished: ['endpoints', 'unfinished'],
    replacements: ['endpoints', 'replacements'],
    staleAddresses: (publicUrl: string | null) => ['endpoints', 'stale-addresses', publicUrl],
  },
  apiDifferences: ['api-differences'],
  /** Endpoints that were disabled outside Notehook, according to the last event. */
  disabledEndpoints: ['disabled-endpoints'],
  /** Requests from endpoint forms, in every workspace. Stored only in the page. */
  endpointRequests: ['endpoint-requests'],
  missed: {
    all: ['missed'],
    status: ['missed', 'status'],
    notes: (of: object) => ['missed', 'notes', of],
  },
  endpointUrl: (url: string) => ['endpoint-url', url],
  receiverUrl: (url: string) => ['receiver-url', url],
  receivers: {
    all: ['receivers'],
    list: ['receivers', 'list'],
    status: (id: string) => ['receivers', 'status', id],
    waiting: (id: string) => ['receivers', 'waiting', id],
    passThrough: ['receivers', 'pass-through'],
    replays: ['receivers', 'replays'],
    interruptedReplays: ['receivers', 'replays', 'interrupted'],
    /** Every list of sends is an infinite query of `receivers.sends`, newest first, so that new sends can be inserted. */
    allSends: ['receivers', 'sends'],
    sends: (of: SendFilter) => ['receivers', 'sends', of],
    send: (id: number) => ['receivers', 'send', id],
    allResults: ['receivers', 'results'],
    results: (deliveryIds: readonly number[]) => ['receivers', 'results', deliveryIds],
    preview: (of: object) => ['receivers', 'preview', of],
  },
  checks: {
    of: (receiverId: string) => ['checks', receiverId],
  },
  deliveries: {
    all: ['deliveries'],
    status: ['deliveries', 'status'],
    responses: ['deliveries', 'responses'],
    rejected: ['deliveries', 'rejected'],
    /**
     * Every list of deliveries is an infinite query of `deliveries.list`, newest first, so that new deliveries can be inserted.
     */
    lists: ['deliveries', 'list'],
    list: (filter: DeliveryFilter) => ['deliveries', 'list', filter],
    wholeDeliveries: ['deliveries', 'delivery'],
    delivery: (id: number) => ['deliveries', 'delivery', id],
    counts: ['deliveries', 'count'],
    total: ['deliveries', 'count', {}],
    viewCount: (of: { readonly q: string }) => ['deliveries', 'count', of],
    lastDay: ['deliveries', 'count', { q: '', isSlow: true }],
    views: ['deliveries', 'views'],
    allFound: ['deliveries', 'found'],
    found: (webhookId: string) => ['deliveries', 'found', webhookId],
    timeline: (of: { readonly q: string; readonly span: number | null }) => ['deliveries', 'count', of],
    matches: (of: DeliveryFilter, id: number) => ['deliveries', 'matches', of, id],
    firstSeen: (id: number) => ['deliveries', 'first-seen', id],
    otherBodies: (id: number) => ['deliveries', 'other-bodies', id],
    allNoteEvents: ['deliveries', 'note-events'],
    noteEvents: (noteIds: readonly string[]) => ['deliveries', 'note-events', noteIds],
    diagnosis: (id: number) => ['deliveries', 'diagnosis', id],
  },
} as const
