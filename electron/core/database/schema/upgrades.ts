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

const newestEventsByNote = `
-- The endpoints that events came for, each with a number that is used once.
-- Deleted after their events, with the endpoint and with the workspace.
CREATE TABLE newest_events_endpoints (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  UNIQUE (workspace_id, endpoint_id)
) STRICT;
INSERT INTO newest_events_endpoints (workspace_id, endpoint_id)
  SELECT DISTINCT workspace_id, endpoint_id FROM newest_events;

-- As before, but note by note, so that what came of a note for all endpoints is read at once, and in half the space.
CREATE TABLE newest_events_by_note (
  note_id TEXT NOT NULL,
  -- The number in newest_events_endpoints.
  endpoint INTEGER NOT NULL,
  occurred_at INTEGER NOT NULL,
  PRIMARY KEY (note_id, endpoint)
) STRICT, WITHOUT ROWID;
INSERT INTO newest_events_by_note
  SELECT note_id, number, occurred_at FROM newest_events JOIN newest_events_endpoints USING (workspace_id, endpoint_id)
  ORDER BY note_id, number;
DROP TABLE newest_events;
ALTER TABLE newest_events_by_note RENAME TO newest_events;
-- For what is passed on to another endpoint, and for what is forgotten.
CREATE INDEX newest_events_by_endpoint ON newest_events (endpoint);
`

const unfinishedChecks = `
-- Checks that are under way, or were when the app ended: one for each receiver, until it is checked again.
-- Deleted when a check ends, and with the receiver.
CREATE TABLE unfinished_checks (
  receiver_id TEXT PRIMARY KEY REFERENCES receivers (id) ON DELETE CASCADE,
  started_at TEXT NOT NULL,
  -- How many cases ran, and of how many.
  done INTEGER NOT NULL,
  total INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

const mergedInSteps = `
-- Left to SQLite, some commits would merge segments for a tenth of a second, and deliveries would wait for that.
INSERT INTO delivery_words (delivery_words, rank) VALUES ('automerge', 0);
INSERT INTO delivery_words (delivery_words, rank) VALUES ('crisismerge', 64);
`

const unfinishedReplays = `
-- Replays that are under way, or were when the app ended: one for each receiver, until the next.
-- Deleted when a replay ends, and with the receiver.
CREATE TABLE unfinished_replays (
  receiver_id TEXT PRIMARY KEY REFERENCES receivers (id) ON DELETE CASCADE,
  started_at TEXT NOT NULL,
  -- As JSON: which deliveries, how, and how fast.
  asked TEXT NOT NULL,
  total INTEGER NOT NULL,
  -- Its sends have higher ids.
  after_send INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`

const unfinishedScenarios = `
-- The run of a scenario that is under way, or was when the app ended: one for each receiver, until the next.
-- Deleted when a run ends, and with the receiver.
CREATE TABLE unfinished_scenarios (
  receiver_id TEXT PRIMARY KEY REFERENCES receivers (id) ON DELETE CASCADE,
  -- As JSON, without secrets.
  run TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`

const failedSends = `
-- For the filter that asks for deliveries whose last send failed: few of many.
CREATE INDEX sends_failed ON sends (workspace_id, delivery_id) WHERE delivery_id IS NOT NULL
  AND (status IS NULL OR status NOT BETWEEN 200 AND 299 OR problem IS NOT NULL) AND problem IS NOT 'stopped';
`

const blockedWaiting = `
-- For the count of those that can't be sent until something is changed: usually none.
CREATE INDEX waiting_deliveries_blocked ON waiting_deliveries (receiver_id, reason)
  WHERE reason IN ('address', 'approval', 'unsigned', 'locked', 'tls');
`

const unindexedNewestEvents = `
-- Each delivery paid for it with a page on the disk, for two changes that are rare: see events-of-endpoint.ts.
DROP INDEX newest_events_by_endpoint;
`

/** From the first version on, each leads to the next. */
export const upgrades: readonly string[] = [
  newestEvents,
  receivers,
  forwarding,
  checks,
  scenarios,
  missed,
  catchUpSends,
  newestEventsByNote,
  unfinishedChecks,
  mergedInSteps,
  unfinishedReplays,
  unfinishedScenarios,
  failedSends,
  blockedWaiting,
  unindexedNewestEvents,
]
