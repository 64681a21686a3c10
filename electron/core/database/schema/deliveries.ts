/** Returns SQL that classifies a row's last response by how the service treats it, with the same rules as `deliveryOutcome`. */
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
-- One row per verified event (verified = 1), and one per unverified request (verified = 0). Their ids come from the same counter,
-- which never decreases, so that one list can show both, newest first. Wide columns come last, so that lists need not read them.
-- Deleted by the user, by the storage limits, by the limits for unverified requests per path, and with the workspace.
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
  -- The status of the last response, as the service sees it.
  status INTEGER NOT NULL,
  -- Milliseconds from the last byte of the last request's body to the commit, or to its delayed or passed-through response.
  response_ms INTEGER NOT NULL,
  -- The first response.
  response TEXT NOT NULL,
  flags TEXT NOT NULL,
  endpoint_url TEXT,
  -- Omits the parts that the headers contain (see trace-text.ts).
  trace TEXT NOT NULL,
  headers TEXT NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX deliveries_event ON deliveries (path_id, webhook_id) WHERE verified = 1;
CREATE INDEX deliveries_by_workspace ON deliveries (workspace_id, id);
CREATE INDEX deliveries_by_workspace_endpoint ON deliveries (workspace_id, endpoint_id, id, response_ms);
CREATE INDEX deliveries_by_note ON deliveries (note_id, id) WHERE note_id IS NOT NULL;
CREATE INDEX deliveries_by_type ON deliveries (workspace_id, event_type, id) WHERE event_type IS NOT NULL;
-- Partial indexes find rare deliveries. Ordinary deliveries are not in them, so they add no cost.
CREATE INDEX deliveries_unverified ON deliveries (workspace_id, id) WHERE verified = 0;
CREATE INDEX deliveries_unverified_of_path ON deliveries (path_id, id) WHERE verified = 0;
CREATE INDEX deliveries_tried_again ON deliveries (workspace_id, id) WHERE attempts > 1;
CREATE INDEX deliveries_not_accepted ON deliveries (workspace_id, id) WHERE status < 200 OR status > 299;
-- Finds deliveries that arrived before their endpoint was known. Each start looks for them on every path.
CREATE INDEX deliveries_without_endpoint ON deliveries (path_id) WHERE endpoint_id IS NULL;

-- The second and later attempts of an event. The first one is in the delivery's row. Sorted by time, because reverifying adds
-- earlier attempts.
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

-- Other bodies that arrived with a valid signature and the id of a known event.
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

-- Stars and notes of deliveries. Deliveries without either have no row, to save space.
-- Deleted when both are removed, and with the delivery.
CREATE TABLE delivery_annotations (
  delivery_id INTEGER PRIMARY KEY REFERENCES deliveries (id) ON DELETE CASCADE,
  starred INTEGER NOT NULL CHECK (starred IN (0, 1)),
  note TEXT NOT NULL
) STRICT;

-- The folded words of bodies. They are added later, up to the id in delivery_words_state.
-- Deleted some time after the delivery, because an immediate deletion would delay incoming deliveries.
CREATE VIRTUAL TABLE delivery_words USING fts5 (
  body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3'
);
-- Segments are merged in small steps, because SQLite's own merges would take a tenth of a second in some commits and delay deliveries.
INSERT INTO delivery_words (delivery_words, rank) VALUES ('automerge', 0);
INSERT INTO delivery_words (delivery_words, rank) VALUES ('crisismerge', 64);

-- How far delivery_words has been filled. Has a single row, which is never deleted.
CREATE TABLE delivery_words_state (through INTEGER NOT NULL) STRICT;
INSERT INTO delivery_words_state VALUES (0);

-- Deleted deliveries whose words are still in delivery_words.
-- Deleted with those words.
CREATE TABLE delivery_words_deleted (id INTEGER PRIMARY KEY) STRICT;

-- The number of deliveries that arrived in each minute (UTC) by the outcome of their last response, and their first and last id.
-- Deleted with the minute's last delivery.
CREATE TABLE delivery_minutes (
  workspace_id TEXT NOT NULL,
  minute TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('delivered', 'retried', 'failed')),
  deliveries INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, minute, outcome)
) STRICT, WITHOUT ROWID;
-- New deliveries are counted in batches where they are stored, because a trigger would make each of them a third slower.
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

-- Deleted events that the service may still send again. Distinguishes their retries from new events.
-- Deleted eight days after the event was last seen, and with the workspace.
CREATE TABLE deleted_events (
  path_id TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  workspace_id TEXT,
  -- SHA-256 of the first body. A different body with the same id is a new event.
  body_digest BLOB NOT NULL,
  last_received_at TEXT NOT NULL,
  PRIMARY KEY (path_id, webhook_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_events_by_time ON deleted_events (last_received_at);
CREATE INDEX deleted_events_by_workspace ON deleted_events (workspace_id);

-- Endpoints with rows in newest_events. A number is never reused.
-- Deleted after their events, with the endpoint and with the workspace.
CREATE TABLE newest_events_endpoints (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  UNIQUE (workspace_id, endpoint_id)
) STRICT;

-- The newest verified event for each note and endpoint. It is kept even after its delivery is deleted. Sorted by note, because all
-- endpoints of a note are read together. There is no index by endpoint, because each delivery would then write another page
-- (see events-of-endpoint.ts).
-- Deleted with the endpoint, and with the workspace.
CREATE TABLE newest_events (
  note_id TEXT NOT NULL,
  -- The number in newest_events_endpoints.
  endpoint INTEGER NOT NULL,
  -- Milliseconds since 1970.
  occurred_at INTEGER NOT NULL,
  PRIMARY KEY (note_id, endpoint)
) STRICT, WITHOUT ROWID;

-- Requests that were rejected and not stored. There is one row per path ('' for none) and reason, so that noise only increases a
-- count. Header names are joined by spaces. Header values are never stored.
-- Deleted by the user, and once the path's endpoint is deleted.
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

-- Delivery filters that the user saved under a name.
-- Deleted by the user, and with the workspace.
CREATE TABLE delivery_views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  query TEXT NOT NULL,
  UNIQUE (workspace_id, name)
) STRICT;
`
