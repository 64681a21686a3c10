/** The format of the store: its first version whole, and each later one as the statements that lead to it. */
export interface Format {
  /** `user_version` of the first version. What is lower was never released. */
  readonly firstVersion: number
  readonly schema: string
  /** The n-th leads from version `firstVersion + n` to the next. A released one never changes. */
  readonly upgrades: readonly string[]
}

export const currentVersion = ({ firstVersion, upgrades }: Format): number => firstVersion + upgrades.length

/** What the service makes of the last response to a row, as `deliveryOutcome` has it. */
export const outcomeOf = (row: string) => `CASE WHEN ${row}.status BETWEEN 200 AND 299 THEN 'delivered'
    WHEN ${row}.status IN (408, 429) OR ${row}.status >= 500 THEN 'retried' ELSE 'failed' END`

const workspaces = `
-- The workspaces of this machine. Their API keys are in the keychain, under apikey:<id>:<origin>.
-- Deleted when the user removes a workspace.
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  base_url TEXT NOT NULL,
  added_at TEXT NOT NULL,
  opened_at TEXT
) STRICT;

-- How requests to the service of a workspace are made, as JSON; also for the sandbox, which is not in workspaces.
-- Deleted with the workspace.
CREATE TABLE workspace_options (workspace_id TEXT PRIMARY KEY, options TEXT NOT NULL) STRICT;

-- Removed workspaces whose rows in the other tables are still being deleted.
-- Deleted when those rows are gone.
CREATE TABLE workspace_removals (workspace_id TEXT PRIMARY KEY) STRICT;

-- What the service did otherwise than its specification says: one row per kind and location, never content of a note.
-- Deleted by the user, beyond a number of rows per workspace (the longest unseen first), and with the workspace.
CREATE TABLE api_differences (
  id INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  location TEXT NOT NULL,
  samples TEXT NOT NULL,
  occurrences INTEGER NOT NULL,
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX api_differences_by_location ON api_differences (workspace_id, kind, location);
CREATE INDEX api_differences_by_time ON api_differences (workspace_id, last_seen_at, id);

-- Which secrets should be in the keychain, never their values: tells a locked keychain from an absent entry.
-- Deleted with the entry in the keychain.
CREATE TABLE secret_index (
  account TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  stored_at TEXT NOT NULL
) STRICT;
`

const endpoints = `
-- The creation of each endpoint, written before the service is asked, so that no crash loses track of one.
-- Deleted when the service refuses to create it, and with the workspace; 'removed' once the endpoint is gone.
CREATE TABLE endpoint_journal (
  path_id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT,
  url TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('intent', 'replied', 'kept', 'removed')),
  created_at TEXT NOT NULL,
  kept_at TEXT,
  reveals INTEGER NOT NULL DEFAULT 0,
  -- The first time a delivery verified.
  proven_at TEXT,
  -- The endpoints that the service listed just before, as JSON: another one with this URL is the one that was created.
  known_ids TEXT,
  -- The user typed the secret, so it is never revealed.
  imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1)),
  -- What was requested, so that it can be requested again. NULL: not created here, or settled.
  draft TEXT,
  -- Created for a live session: deleted at its end, and offered for deletion at the next start after a crash.
  temporary INTEGER NOT NULL DEFAULT 0 CHECK (temporary IN (0, 1))
) STRICT;
CREATE INDEX endpoint_journal_by_endpoint ON endpoint_journal (endpoint_id);

-- Responses on each path, folded: the four days of the service begin with the first failure after a success.
-- Requests that anyone could have sent are counted apart, as mismatches.
-- Deleted once the endpoint of the path is gone.
CREATE TABLE endpoint_health (
  path_id TEXT PRIMARY KEY,
  last_success_at TEXT,
  failing_since TEXT,
  failures INTEGER NOT NULL,
  mismatched_since TEXT,
  mismatches INTEGER NOT NULL
) STRICT;

-- The status of each endpoint when the service last listed it: a disabled one is noticed once, also after a restart.
-- Deleted with the endpoint, and with the workspace.
CREATE TABLE endpoint_status (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  last_enabled_at TEXT,
  -- Set while it is disabled.
  disabled_by TEXT CHECK (disabled_by IN ('here', 'service', 'elsewhere', 'unknown')),
  disabled_noticed_at TEXT,
  -- This app is about to disable it.
  disable_requested_at TEXT,
  -- The last downtime window that ended.
  downtime_from TEXT,
  downtime_to TEXT,
  PRIMARY KEY (workspace_id, endpoint_id)
) STRICT;

-- Replacements of endpoints, as JSON: each step is written before it is taken.
-- Deleted when a replacement is complete, given up or dismissed, and with the workspace.
CREATE TABLE endpoint_replacements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  replacement_path_id TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;

-- The names that the user gave endpoints on this machine.
-- Deleted by the user, with the endpoint, and with the workspace.
CREATE TABLE endpoint_labels (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  label TEXT NOT NULL,
  PRIMARY KEY (workspace_id, endpoint_id)
) STRICT, WITHOUT ROWID;
`

const minuteOf = (row: string) => `workspace_id = coalesce(${row}.workspace_id, '')
    AND minute = substr(${row}.first_received_at, 1, 16) AND outcome = ${outcomeOf(row)}`

const countNew = `INSERT INTO delivery_minutes (workspace_id, minute, outcome, deliveries, first_id, last_id)
    VALUES (coalesce(new.workspace_id, ''), substr(new.first_received_at, 1, 16), ${outcomeOf('new')}, 1, new.id, new.id)
    ON CONFLICT DO UPDATE SET deliveries = deliveries + 1, first_id = min(first_id, new.id),
    last_id = max(last_id, new.id);`

const uncountOld = `UPDATE delivery_minutes SET deliveries = deliveries - 1 WHERE ${minuteOf('old')};
    DELETE FROM delivery_minutes WHERE ${minuteOf('old')} AND deliveries <= 0;`

const deliveries = `
-- One row per event that verified (verified = 1), and per request that did not (verified = 0). Both take their id from one
-- counter that never goes back, so one list shows both, newest first. Wide columns are last, so that a list does not read them.
-- Deleted by the user, by the storage limits, by the bounds per path of those that did not verify, and with the workspace.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path_id TEXT NOT NULL,
  workspace_id TEXT,
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
  verdict TEXT NOT NULL,
  -- Of the last response, as the service sees it.
  status INTEGER NOT NULL,
  -- The first response that was given.
  response TEXT NOT NULL,
  flags TEXT NOT NULL,
  endpoint_url TEXT,
  -- Without what the headers say: see trace-text.ts.
  trace TEXT NOT NULL,
  headers TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX deliveries_event ON deliveries (path_id, webhook_id) WHERE verified = 1;
CREATE INDEX deliveries_by_workspace ON deliveries (workspace_id, id);
CREATE INDEX deliveries_by_workspace_endpoint ON deliveries (workspace_id, endpoint_id, id);
CREATE INDEX deliveries_by_note ON deliveries (note_id, id) WHERE note_id IS NOT NULL;
CREATE INDEX deliveries_by_type ON deliveries (workspace_id, event_type, id) WHERE event_type IS NOT NULL;
-- What is rare among deliveries is found by small indexes, for which usual deliveries pay nothing.
CREATE INDEX deliveries_unverified ON deliveries (workspace_id, id) WHERE verified = 0;
CREATE INDEX deliveries_unverified_of_path ON deliveries (path_id, id) WHERE verified = 0;
CREATE INDEX deliveries_tried_again ON deliveries (workspace_id, id) WHERE attempts > 1;
CREATE INDEX deliveries_not_accepted ON deliveries (workspace_id, id) WHERE status < 200 OR status > 299;
-- What came before the service named the endpoint, looked for on every path at each start.
CREATE INDEX deliveries_without_endpoint ON deliveries (path_id) WHERE endpoint_id IS NULL;

-- The second and later attempts of an event; the first is in its row. By time: reverifying adds earlier ones.
-- Deleted with the delivery.
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  delivery_id INTEGER NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  received_at TEXT NOT NULL,
  webhook_timestamp TEXT NOT NULL,
  verdict TEXT NOT NULL,
  status INTEGER NOT NULL,
  response TEXT NOT NULL
) STRICT;
CREATE INDEX attempts_by_delivery ON attempts (delivery_id, received_at, id);

-- Other bodies that came, validly signed, under the id of a known event.
-- Deleted with the delivery.
CREATE TABLE variants (
  id INTEGER PRIMARY KEY,
  delivery_id INTEGER NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  received_at TEXT NOT NULL,
  webhook_timestamp TEXT NOT NULL,
  headers TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX variants_by_delivery ON variants (delivery_id, id);

-- Stars and notes of deliveries: a row only where there is one, so that a delivery without costs nothing more.
-- Deleted when both are taken back, and with the delivery.
CREATE TABLE delivery_annotations (
  delivery_id INTEGER PRIMARY KEY REFERENCES deliveries (id) ON DELETE CASCADE,
  starred INTEGER NOT NULL CHECK (starred IN (0, 1)),
  note TEXT NOT NULL
) STRICT;

-- The words of bodies, folded, filled afterwards: up to the id in delivery_words_state every delivery is in it.
-- Deleted some time after the delivery: doing it at once would hold up deliveries that come in.
CREATE VIRTUAL TABLE delivery_words USING fts5 (
  body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3'
);

-- How far delivery_words is filled: one row, never deleted.
CREATE TABLE delivery_words_state (through INTEGER NOT NULL) STRICT;
INSERT INTO delivery_words_state VALUES (0);

-- Deleted deliveries whose words are still in delivery_words.
-- Deleted with those words.
CREATE TABLE delivery_words_deleted (id INTEGER PRIMARY KEY) STRICT;

-- How many deliveries came in each minute (UTC) by what the service makes of the last response, and between which ids.
-- Deleted when the last delivery of a minute is.
CREATE TABLE delivery_minutes (
  workspace_id TEXT NOT NULL,
  minute TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('delivered', 'retried', 'failed')),
  deliveries INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, minute, outcome)
) STRICT, WITHOUT ROWID;
-- New deliveries are counted where they are stored, a batch at a time: a trigger would cost each of them a third more.
CREATE TRIGGER deliveries_recounted AFTER UPDATE OF status, first_received_at, workspace_id ON deliveries
WHEN old.status <> new.status OR old.first_received_at <> new.first_received_at OR old.workspace_id IS NOT new.workspace_id
BEGIN
  ${uncountOld}
  ${countNew}
END;
CREATE TRIGGER deliveries_uncounted AFTER DELETE ON deliveries BEGIN
  ${uncountOld}
  INSERT INTO delivery_words_deleted VALUES (old.id);
END;

-- Events whose rows were deleted while the service may still send them again: tells a retry from a new event.
-- Deleted eight days after an event was last seen, and with the workspace.
CREATE TABLE deleted_events (
  path_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  workspace_id TEXT,
  -- SHA-256 of the first body: another one under the same id is new.
  body_digest BLOB NOT NULL,
  last_received_at TEXT NOT NULL,
  PRIMARY KEY (path_id, webhook_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_events_by_time ON deleted_events (last_received_at);
CREATE INDEX deleted_events_by_workspace ON deleted_events (workspace_id);

-- Requests that were rejected and not stored: a row per path (none: '') and reason, so that noise counts up and takes no
-- space. Names of headers, joined by spaces, never their values.
-- Deleted by the user, and once the endpoint of the path is gone.
CREATE TABLE rejected_requests (
  path_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  requests INTEGER NOT NULL,
  first_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  status INTEGER,
  method TEXT,
  header_names TEXT NOT NULL,
  PRIMARY KEY (path_id, reason)
) STRICT, WITHOUT ROWID;

-- Filters of deliveries that the user saved under a name.
-- Deleted by the user, and with the workspace.
CREATE TABLE delivery_views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  query TEXT NOT NULL,
  UNIQUE (workspace_id, name)
) STRICT;
`

const receivers = `
-- The user's own programs that deliveries are sent to. Signing secrets of their own, and the values of headers that grant access,
-- are in the keychain, under rcv:<workspace>:<id>.
-- Deleted by the user, and with the workspace.
CREATE TABLE receivers (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  created_at TEXT NOT NULL,
  live INTEGER NOT NULL CHECK (live IN (0, 1)),
  -- What the user set, as JSON; NULL as the value of a header that is in the keychain.
  settings TEXT NOT NULL,
  -- What the host of the URL was when it was last looked up.
  address_kind TEXT NOT NULL CHECK (address_kind IN ('loopback', 'private', 'public')),
  -- What the user agreed to send to.
  approved_host TEXT,
  approved_kind TEXT CHECK (approved_kind IN ('private', 'public')),
  -- The user sent or replayed something to it.
  last_used_at TEXT,
  UNIQUE (workspace_id, name)
) STRICT;

-- Requests to receivers, also those that failed. The body is the delivery's own and only stored here if the user edited it.
-- Deleted with the delivery or the receiver, beyond a number of rows for both, and with the workspace.
CREATE TABLE sends (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  receiver_id TEXT NOT NULL REFERENCES receivers (id) ON DELETE CASCADE,
  -- NULL: composed.
  delivery_id INTEGER REFERENCES deliveries (id) ON DELETE CASCADE,
  -- The job of a replay.
  job_id TEXT,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'retry', 'exact', 'new-event', 'edited')),
  cause TEXT NOT NULL CHECK (cause IN ('live', 'waiting', 'user', 'replay')),
  at TEXT NOT NULL,
  url TEXT NOT NULL,
  webhook_id TEXT,
  status INTEGER,
  problem TEXT,
  sentence TEXT,
  verdict TEXT CHECK (verdict IN ('fixed', 'regressed', 'still-failing', 'still-passing')),
  phases TEXT NOT NULL,
  -- As JSON, without values that grant access. NULL: no request was made.
  request TEXT,
  response TEXT,
  response_body BLOB,
  edited_body BLOB
) STRICT;
CREATE INDEX sends_by_workspace ON sends (workspace_id, id);
CREATE INDEX sends_by_receiver ON sends (receiver_id, id);
CREATE INDEX sends_by_delivery ON sends (delivery_id, receiver_id, id) WHERE delivery_id IS NOT NULL;
CREATE INDEX sends_by_job ON sends (job_id, id) WHERE job_id IS NOT NULL;
`

const notes = `
-- What the service's list says of each note, never its content. The sort key is the time of the last update in seconds, times
-- 2^20, plus a number within that second: searches go from the last updated backwards along it and sort nothing.
-- Deleted when a whole run no longer finds the note, and with the workspace.
CREATE TABLE indexed_notes (
  sort_key INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  owner_name TEXT,
  owner_email TEXT,
  created_at TEXT,
  updated_at TEXT,
  -- The last sync run that found it.
  seen_run INTEGER NOT NULL,
  title_key TEXT NOT NULL,
  owner_key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX indexed_notes_by_id ON indexed_notes (workspace_id, id);
CREATE INDEX indexed_notes_by_title ON indexed_notes (workspace_id, title_key, sort_key);
CREATE INDEX indexed_notes_by_owner ON indexed_notes (workspace_id, owner_key, sort_key);
CREATE INDEX indexed_notes_by_creation ON indexed_notes (workspace_id, coalesce(created_at, ''), sort_key);
CREATE INDEX indexed_notes_by_update ON indexed_notes (workspace_id, coalesce(updated_at, ''), sort_key);

-- Words of notes, and beside them every three characters in a row, for what has no spaces between words. Both hold folded
-- text. Segments are merged a little after each commit instead of much in some: see note-store.ts.
-- Deleted with the note.
CREATE VIRTUAL TABLE note_words USING fts5 (
  title, owner, note, folder, content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
CREATE VIRTUAL TABLE note_infixes USING fts5 (
  title, owner, note, folder, content = '', contentless_delete = 1, tokenize = 'trigram'
);
INSERT INTO note_words (note_words, rank) VALUES ('automerge', 0);
INSERT INTO note_words (note_words, rank) VALUES ('crisismerge', 64);
INSERT INTO note_infixes (note_infixes, rank) VALUES ('automerge', 0);
INSERT INTO note_infixes (note_infixes, rank) VALUES ('crisismerge', 64);

-- How far the sync of notes is. A run is under way while run_began_at is set, and continues at its cursor.
-- Deleted with the workspace.
CREATE TABLE note_sync (
  workspace_id TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('running', 'paused')),
  notes INTEGER NOT NULL,
  run INTEGER NOT NULL,
  run_began_at TEXT,
  run_updated_after TEXT,
  run_cursor TEXT,
  run_read INTEGER NOT NULL,
  run_newest TEXT,
  watermark TEXT,
  complete_as_of TEXT,
  full_ended_at TEXT,
  full_incomplete TEXT,
  changes_ended_at TEXT,
  changes_incomplete TEXT
) STRICT;

-- How many indexed notes each person owns.
-- Deleted with the last of them.
CREATE TABLE indexed_owners (
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  notes INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name, email)
) STRICT, WITHOUT ROWID;

-- Spaces, in the order served.
-- Deleted when the service no longer lists them, and with the workspace.
CREATE TABLE indexed_spaces (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT, WITHOUT ROWID;

-- Folders, in the order served. One is unlisted when only a note named it.
-- Deleted when the service no longer lists them and their notes were indexed again (work), and with the workspace.
CREATE TABLE indexed_folders (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  parent_id TEXT,
  space_id TEXT,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  -- It is gone, or its path to the top was renamed: its notes have to be indexed again.
  work TEXT CHECK (work IN ('gone', 'renamed')),
  own_notes INTEGER NOT NULL DEFAULT 0,
  -- The last sync run that listed its notes.
  run INTEGER NOT NULL DEFAULT 0,
  read_at TEXT,
  partly_read INTEGER NOT NULL DEFAULT 0 CHECK (partly_read IN (0, 1)),
  PRIMARY KEY (workspace_id, id)
) STRICT, WITHOUT ROWID;

-- In which folders a note is: the deepest that list it, or those it named itself.
-- Deleted when a run no longer finds the note there, with the note, and with the workspace.
CREATE TABLE note_folders (
  workspace_id TEXT NOT NULL,
  note_id TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  several INTEGER NOT NULL DEFAULT 0 CHECK (several IN (0, 1)),
  seen_run INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, note_id, folder_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_folders_by_folder ON note_folders (workspace_id, folder_id, seen_run);
CREATE INDEX note_folders_several ON note_folders (workspace_id) WHERE several = 1;

-- How far the sync of folders is. The folder under way continues at its cursor.
-- Deleted with the workspace.
CREATE TABLE folder_sync (
  workspace_id TEXT PRIMARY KEY,
  listed_at TEXT,
  incomplete TEXT,
  unreadable INTEGER NOT NULL,
  run INTEGER NOT NULL,
  run_began_at TEXT,
  complete_as_of TEXT,
  folder_id TEXT,
  cursor TEXT,
  -- The newest change of a note in the index when the run under way began, and when the last whole one did: what changed
  -- later may have moved since. By the clock of the service, which may differ from that of this machine.
  run_newest TEXT,
  complete_newest TEXT
) STRICT;
`

const newestEvents = `
-- The newest event of each note that came for an endpoint, verified: when it occurred, in milliseconds since 1970. It outlives the
-- deliveries that brought it.
-- Deleted with the endpoint, and with the workspace.
CREATE TABLE newest_events (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  note_id TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, endpoint_id, note_id)
) STRICT, WITHOUT ROWID;

-- How far the deliveries from before newest_events are read into it: those up to the id \`until\` are. One row, never deleted.
CREATE TABLE newest_events_state (through INTEGER NOT NULL, until INTEGER NOT NULL) STRICT;
INSERT INTO newest_events_state SELECT 0, coalesce(max(id), 0) FROM deliveries;
`

const forwarding = `
-- Deliveries that were to be forwarded and wait, because the receiver was down or took them too slowly.
-- Deleted once sent, by the user, and with the delivery or the receiver.
CREATE TABLE waiting_deliveries (
  receiver_id TEXT NOT NULL REFERENCES receivers (id) ON DELETE CASCADE,
  delivery_id INTEGER NOT NULL REFERENCES deliveries (id) ON DELETE CASCADE,
  note_id TEXT,
  since TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (receiver_id, delivery_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_deliveries_by_delivery ON waiting_deliveries (delivery_id);
CREATE INDEX waiting_deliveries_by_note ON waiting_deliveries (receiver_id, note_id, delivery_id);

-- For each receiver that is live: all deliveries up to this id were forwarded or wait. What came later is found after a crash.
-- Deleted when it is no longer live, and with the receiver.
CREATE TABLE forward_positions (
  receiver_id TEXT PRIMARY KEY REFERENCES receivers (id) ON DELETE CASCADE,
  through INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

const checks = `
-- The last check of each receiver, and earlier ones by URL and secret, as JSON, without secrets.
-- Deleted with the receiver.
CREATE TABLE receiver_checks (
  receiver_id TEXT PRIMARY KEY REFERENCES receivers (id) ON DELETE CASCADE,
  last TEXT NOT NULL,
  before TEXT
) STRICT, WITHOUT ROWID;
`

const scenarios = `
-- Deliveries that the user composed, in order, under a name. Steps are JSON, without any secret.
-- Deleted by the user, and with the workspace.
CREATE TABLE scenarios (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  steps TEXT NOT NULL,
  UNIQUE (workspace_id, name)
) STRICT;
`

const missed = `
-- What the service listed of each endpoint last, and since when its changes count, in milliseconds since 1970 by the service's clock:
-- from its creation and its first listening on, whichever was later. NULL: it was not listened to yet.
-- Deleted with the endpoint, and with the workspace.
CREATE TABLE missed_endpoints (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  listed TEXT NOT NULL,
  since INTEGER,
  -- Without early warnings.
  muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
  PRIMARY KEY (workspace_id, endpoint_id)
) STRICT, WITHOUT ROWID;

-- When events did not arrive and why, in milliseconds since 1970 by this machine's clock. Those of the whole machine have no workspace
-- and no endpoint ('').
-- Deleted 90 days after they ended, with the endpoint, and with the workspace.
CREATE TABLE missed_gaps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  disabled_by TEXT,
  began_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX missed_gaps_by_endpoint ON missed_gaps (workspace_id, endpoint_id, reason, began_at);

-- When the app was last seen running, in milliseconds since 1970: one row, never deleted.
CREATE TABLE missed_running (at INTEGER NOT NULL) STRICT;

-- Notes that a catch-up sent to a receiver, which answered 2xx, as they were then: the time of the note in milliseconds since 1970.
-- Deleted with the endpoint, and with the workspace.
CREATE TABLE caught_up (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  note_id TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, endpoint_id, note_id)
) STRICT, WITHOUT ROWID;

-- Catch-ups that have not sent all of their notes: one per endpoint.
-- Deleted when complete, by the user, with the endpoint, and with the workspace.
CREATE TABLE catch_ups (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  receiver_id TEXT NOT NULL,
  started_at TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, endpoint_id)
) STRICT, WITHOUT ROWID;

-- Early warnings that were given, so that each is given once while what it is about lasts.
-- Deleted when that is over, with the endpoint, and with the workspace.
CREATE TABLE early_warnings (
  workspace_id TEXT NOT NULL,
  about TEXT NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (workspace_id, about, kind)
) STRICT, WITHOUT ROWID;
`

const catchUpSends = `
-- As before, but for two more values: what a catch-up sends has the mode and the cause 'catch-up'.
CREATE TABLE sends_with_catch_ups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  receiver_id TEXT NOT NULL REFERENCES receivers (id) ON DELETE CASCADE,
  -- NULL: composed, or made by a catch-up.
  delivery_id INTEGER REFERENCES deliveries (id) ON DELETE CASCADE,
  -- The job of a replay, a scenario or a catch-up.
  job_id TEXT,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'retry', 'exact', 'new-event', 'edited', 'catch-up')),
  cause TEXT NOT NULL CHECK (cause IN ('live', 'waiting', 'user', 'replay', 'catch-up')),
  at TEXT NOT NULL,
  url TEXT NOT NULL,
  webhook_id TEXT,
  status INTEGER,
  problem TEXT,
  sentence TEXT,
  verdict TEXT CHECK (verdict IN ('fixed', 'regressed', 'still-failing', 'still-passing')),
  phases TEXT NOT NULL,
  -- As JSON, without values that grant access. NULL: no request was made.
  request TEXT,
  response TEXT,
  response_body BLOB,
  edited_body BLOB
) STRICT;
INSERT INTO sends_with_catch_ups SELECT * FROM sends;
DROP TABLE sends;
ALTER TABLE sends_with_catch_ups RENAME TO sends;
CREATE INDEX sends_by_workspace ON sends (workspace_id, id);
CREATE INDEX sends_by_receiver ON sends (receiver_id, id);
CREATE INDEX sends_by_delivery ON sends (delivery_id, receiver_id, id) WHERE delivery_id IS NOT NULL;
CREATE INDEX sends_by_job ON sends (job_id, id) WHERE job_id IS NOT NULL;
`

/** Version 22 is the first that is released. */
export const format: Format = {
  firstVersion: 22,
  schema: workspaces + endpoints + deliveries + notes,
  upgrades: [newestEvents, receivers, forwarding, checks, scenarios, missed, catchUpSends],
}
