/** Returns SQL for how the service treats a row's last response. Follows the same rules as `deliveryOutcome`. */
export const outcomeOf = (row: string) => `CASE WHEN ${row}.status BETWEEN 200 AND 299 THEN 'delivered'
    WHEN ${row}.status IN (408, 429) OR ${row}.status >= 500 THEN 'retried' ELSE 'failed' END`

const minuteOf = (row: string) => `workspace_id = coalesce(${row}.workspace_id, '')
    AND minute = substr(${row}.first_received_at, 1, 16) AND outcome = ${outcomeOf(row)}`

const countNew = `INSERT INTO delivery_minutes (workspace_id, minute, outcome, deliveries, first_id, last_id)
    VALUES (coalesce(new.workspace_id, ''), substr(new.first_received_at, 1, 16), ${outcomeOf('new')}, 1, new.id, new.id)
    ON CONFLICT DO UPDATE SET deliveries = deliveries + 1, first_id = min(first_id, new.id),
    last_id = max(last_id, new.id);`

const uncountOld = `UPDATE delivery_minutes SET deliveries = deliveries - 1 WHERE ${minuteOf('old')};
    DELETE FROM delivery_minutes WHERE ${minuteOf('old')} AND deliveries <= 0;`

export const deliveries = `
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
-- Segments are merged in small steps: SQLite would merge during some commits for a tenth of a second, and deliveries would wait.
INSERT INTO delivery_words (delivery_words, rank) VALUES ('automerge', 0);
INSERT INTO delivery_words (delivery_words, rank) VALUES ('crisismerge', 64);

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

-- Endpoints that have newest events. A number is never used again.
-- Deleted after their events, with the endpoint and with the workspace.
CREATE TABLE newest_events_endpoints (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  UNIQUE (workspace_id, endpoint_id)
) STRICT;

-- The newest verified event of each note and endpoint. It outlives the deliveries that brought it. Ordered by note, because all
-- endpoints of a note are read at once. Without an index by endpoint, which would cost each delivery a page on the disk: see
-- events-of-endpoint.ts.
-- Deleted with the endpoint, and with the workspace.
CREATE TABLE newest_events (
  note_id TEXT NOT NULL,
  -- The number in newest_events_endpoints.
  endpoint INTEGER NOT NULL,
  -- Milliseconds since 1970.
  occurred_at INTEGER NOT NULL,
  PRIMARY KEY (note_id, endpoint)
) STRICT, WITHOUT ROWID;

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
