import { deliverySearchTables } from './delivery-search-tables.ts'
import { endpointLabels, healthOfStrangers } from './endpoint-tables.ts'
import { folderReadings, folderTables } from './folder-tables.ts'
import { deletedEvents, deliveryMarks, deliveryViewTable, refusedRequests } from './inspection-tables.ts'

/**
 * The store's format, step by step: the n-th entry leads from version n - 1 to n (`user_version`). A released entry never
 * changes. Wide columns stand last in a row, so that a list of summaries does not read bodies.
 */
export const migrations: readonly string[] = [
  `
  -- One row an event that verified (verified = 1), or one request that did not (verified = 0, the ring). Both take their id
  -- from one counter that never goes back, so one list shows both, newest first.
  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token TEXT NOT NULL,
    endpoint_id TEXT,
    webhook_id TEXT NOT NULL,
    webhook_timestamp TEXT NOT NULL,
    event_type TEXT,
    note_id TEXT,
    occurred_at TEXT,
    first_received_at TEXT NOT NULL,
    last_received_at TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    verified INTEGER NOT NULL CHECK (verified IN (0, 1)),
    described INTEGER NOT NULL CHECK (described IN (0, 1)),
    verdict TEXT NOT NULL,
    status INTEGER NOT NULL,
    answer TEXT NOT NULL,
    flags TEXT NOT NULL,
    endpoint_url TEXT,
    trace TEXT NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX deliveries_event ON deliveries (token, webhook_id) WHERE verified = 1;
  CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, id);
  CREATE INDEX deliveries_by_path ON deliveries (token, verified, id);
  CREATE INDEX deliveries_undescribed ON deliveries (id) WHERE described = 0;

  -- The second and later tries of an event; the first is in its row.
  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    delivery_id INTEGER NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    received_at TEXT NOT NULL,
    webhook_timestamp TEXT NOT NULL,
    verdict TEXT NOT NULL,
    status INTEGER NOT NULL,
    answer TEXT NOT NULL
  ) STRICT;
  CREATE INDEX attempts_by_delivery ON attempts (delivery_id, id);

  -- Other bodies that came, validly signed, under the id of a known event.
  CREATE TABLE variants (
    id INTEGER PRIMARY KEY,
    delivery_id INTEGER NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
    received_at TEXT NOT NULL,
    webhook_timestamp TEXT NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX variants_by_delivery ON variants (delivery_id, id);

  -- Which secrets should be in the keychain, never their values: tells a locked keychain from an absent entry.
  CREATE TABLE secret_index (
    account TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    kept_at TEXT NOT NULL
  ) STRICT;

  -- The creation of endpoints, written down before it is asked for, so that no crash loses track of one.
  CREATE TABLE endpoint_journal (
    token TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    endpoint_id TEXT,
    url TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('intent', 'replied', 'kept', 'removed')),
    created_at TEXT NOT NULL,
    kept_at TEXT,
    reveals INTEGER NOT NULL DEFAULT 0,
    proven_at TEXT,
    known_ids TEXT
  ) STRICT;
  CREATE INDEX endpoint_journal_by_endpoint ON endpoint_journal (endpoint_id);
  `,
  `
  -- The secret was entered by hand: whoever did so has it, so it is never revealed.
  ALTER TABLE endpoint_journal ADD COLUMN imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1));
  `,
  `
  -- What the service's list said of each note, never its content. The place is the time of the last update in seconds, times
  -- 2^20, plus a number within that second: searches go from the last updated backwards along the key and sort nothing.
  CREATE TABLE indexed_notes (
    place INTEGER PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    owner_name TEXT,
    owner_email TEXT,
    created_at TEXT,
    updated_at TEXT,
    seen_pass INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX indexed_notes_by_id ON indexed_notes (workspace_id, id);

  -- Words, and beside them every three characters in a row, for what has no spaces between words. Both hold folded text.
  CREATE VIRTUAL TABLE index_words USING fts5 (
    title, owner, note, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
  );
  CREATE VIRTUAL TABLE index_infixes USING fts5 (
    title, owner, note, content = '', contentless_delete = 1, tokenize = 'trigram'
  );

  -- How far the reading of a workspace is. A pass is under way while pass_began_at is set, and goes on at its cursor.
  CREATE TABLE index_state (
    workspace_id TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('running', 'paused')),
    notes INTEGER NOT NULL,
    pass INTEGER NOT NULL,
    pass_began_at TEXT,
    pass_updated_after TEXT,
    pass_cursor TEXT,
    pass_read INTEGER NOT NULL,
    pass_newest TEXT,
    watermark TEXT,
    complete_as_of TEXT,
    full_ended_at TEXT,
    full_incomplete TEXT,
    changes_ended_at TEXT,
    changes_incomplete TEXT
  ) STRICT;
  `,
  `
  -- Notes in other orders than that of their last update. What was read before is compared without case only, until it changes.
  ALTER TABLE indexed_notes ADD COLUMN title_key TEXT NOT NULL DEFAULT '';
  ALTER TABLE indexed_notes ADD COLUMN owner_key TEXT NOT NULL DEFAULT '';
  UPDATE indexed_notes SET title_key = lower(trim(title)),
    owner_key = lower(trim(coalesce(owner_name, '') || ' ' || coalesce(owner_email, '')));
  CREATE INDEX indexed_notes_by_title ON indexed_notes (workspace_id, title_key, place);
  CREATE INDEX indexed_notes_by_owner ON indexed_notes (workspace_id, owner_key, place);
  CREATE INDEX indexed_notes_by_creation ON indexed_notes (workspace_id, coalesce(created_at, ''), place);
  CREATE INDEX indexed_notes_by_update ON indexed_notes (workspace_id, coalesce(updated_at, ''), place);
  CREATE INDEX IF NOT EXISTS deliveries_by_note ON deliveries (note_id, id) WHERE note_id IS NOT NULL;
  `,
  `
  -- What the service did otherwise than its specification shows: a row a kind and place, never anything of a note.
  CREATE TABLE surprises (
    id INTEGER PRIMARY KEY,
    workspace_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    place TEXT NOT NULL,
    samples TEXT NOT NULL,
    times INTEGER NOT NULL,
    first_seen_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    fresh INTEGER NOT NULL DEFAULT 1 CHECK (fresh IN (0, 1))
  ) STRICT;
  CREATE UNIQUE INDEX surprises_by_place ON surprises (workspace_id, kind, place);
  CREATE INDEX surprises_by_time ON surprises (workspace_id, last_seen_at, id);
  `,
  `
  -- History that was judged again adds tries from before, so they are listed by their time.
  DROP INDEX attempts_by_delivery;
  CREATE INDEX attempts_by_delivery ON attempts (delivery_id, received_at, id);
  `,
  `
  -- What was asked for, so that it can be asked for again. NULL: it was not created here, or somebody settled the matter.
  ALTER TABLE endpoint_journal ADD COLUMN draft TEXT;

  -- What was answered on each path, folded: the four days of the service begin with the first failure after a success.
  CREATE TABLE endpoint_health (
    token TEXT PRIMARY KEY,
    last_success_at TEXT,
    failing_since TEXT,
    failures INTEGER NOT NULL
  ) STRICT;

  -- How each endpoint was seen last, so that one that was disabled is noticed once, also after a restart.
  CREATE TABLE endpoint_sightings (
    workspace_id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    last_on_at TEXT,
    -- Set while it is off.
    off_by TEXT CHECK (off_by IN ('here', 'service', 'elsewhere', 'unknown')),
    off_noticed_at TEXT,
    -- It is about to be switched off from here.
    asked_off_at TEXT,
    -- The last time it was off and came back.
    gap_from TEXT,
    gap_to TEXT,
    PRIMARY KEY (workspace_id, endpoint_id)
  ) STRICT;

  -- Replacements of endpoints by twins, each step written down before it is taken.
  CREATE TABLE endpoint_replacements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id TEXT NOT NULL,
    twin_token TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT;
  `,
  folderTables,
  `
  -- The workspaces of this machine. Their keys are in the keychain, under apikey:<id>:<origin>.
  CREATE TABLE profiles (
    id TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    base_url TEXT NOT NULL,
    added_at TEXT NOT NULL,
    opened_at TEXT
  ) STRICT;
  -- How the service of a workspace is spoken to, as JSON; also for the sandbox workspace, which is not written down.
  CREATE TABLE profile_ways (id TEXT PRIMARY KEY, ways TEXT NOT NULL) STRICT;
  -- Removed profiles whose deliveries are still being deleted.
  CREATE TABLE leaving_profiles (id TEXT PRIMARY KEY) STRICT;

  -- A delivery belongs to the workspace of its path. The column comes after the body, so lists go by the indexes.
  ALTER TABLE deliveries ADD COLUMN workspace_id TEXT;
  UPDATE deliveries SET workspace_id =
    (SELECT workspace_id FROM endpoint_journal WHERE endpoint_journal.token = deliveries.token);
  CREATE INDEX deliveries_by_workspace ON deliveries (workspace_id, id);
  CREATE INDEX deliveries_by_workspace_endpoint ON deliveries (workspace_id, endpoint_id, id);
  DROP INDEX deliveries_by_endpoint;
  `,
  `
  -- Made to listen for a while: to be deleted at the end, and offered for it at the next start after a crash.
  ALTER TABLE endpoint_journal ADD COLUMN temporary INTEGER NOT NULL DEFAULT 0 CHECK (temporary IN (0, 1));
  `,
  deliverySearchTables,
  `
  -- Segments are joined a little after each commit instead of much in some: see note-store.ts.
  INSERT INTO index_words (index_words, rank) VALUES ('automerge', 0);
  INSERT INTO index_words (index_words, rank) VALUES ('crisismerge', 64);
  INSERT INTO index_infixes (index_infixes, rank) VALUES ('automerge', 0);
  INSERT INTO index_infixes (index_infixes, rank) VALUES ('crisismerge', 64);
  `,
  deliveryMarks,
  refusedRequests,
  deletedEvents,
  deliveryViewTable,
  endpointLabels,
  healthOfStrangers,
  `
  -- Traces of deliveries are written without what their headers say: see trace-text.ts. Earlier versions cannot read them.
  -- At each start what came before its endpoint had a name is looked for, on every path: without reading all that came on it.
  CREATE INDEX deliveries_unnamed ON deliveries (token) WHERE endpoint_id IS NULL;
  `,
  `
  -- Of a path only the ring is looked for by its token. What verified on it is found by its endpoint, and each delivery that is
  -- stored has one index less to pay for.
  DROP INDEX deliveries_by_path;
  CREATE INDEX deliveries_of_ring ON deliveries (token, id) WHERE verified = 0;
  `,
  folderReadings,
]
