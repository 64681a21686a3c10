export const receivers = `
-- The user's own programs that deliveries are sent to. Their signing secrets and header values that grant access are in the keychain,
-- under rcv:<workspace>:<id>.
-- Deleted by the user, and with the workspace.
CREATE TABLE receivers (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  created_at TEXT NOT NULL,
  live INTEGER NOT NULL CHECK (live IN (0, 1)),
  -- The user's settings, as JSON. A header value is null if it is in the keychain.
  settings TEXT NOT NULL,
  -- The kind of address that the URL's host last resolved to.
  address_kind TEXT NOT NULL CHECK (address_kind IN ('loopback', 'private', 'public')),
  -- The destination that the user approved.
  approved_host TEXT,
  approved_kind TEXT CHECK (approved_kind IN ('private', 'public')),
  -- When the user last sent or replayed anything to this receiver.
  last_used_at TEXT,
  UNIQUE (workspace_id, name)
) STRICT;

-- Requests to receivers, including failed ones. The body is the delivery's, and is stored here only if the user edited it.
-- Deleted with the delivery or the receiver, when either has too many rows, and with the workspace.
CREATE TABLE sends (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  receiver_id TEXT NOT NULL REFERENCES receivers (id) ON DELETE CASCADE,
  -- NULL if the request was composed or made by a catch-up.
  delivery_id INTEGER REFERENCES deliveries (id) ON DELETE CASCADE,
  -- The endpoint of a catch-up. NULL if it is that of the delivery.
  endpoint_id TEXT,
  -- The job of the replay or catch-up.
  job_id TEXT,
  mode TEXT NOT NULL CHECK (mode IN ('live', 'retry', 'exact', 'new-event', 'edited', 'catch-up')),
  cause TEXT NOT NULL CHECK (cause IN ('live', 'waiting', 'user', 'replay', 'catch-up', 'agent')),
  at TEXT NOT NULL,
  url TEXT NOT NULL,
  webhook_id TEXT,
  status INTEGER,
  problem TEXT,
  sentence TEXT,
  verdict TEXT CHECK (verdict IN ('fixed', 'regressed', 'still-failing', 'still-passing')),
  phases TEXT NOT NULL,
  -- The request as JSON, without values that grant access. NULL if none was made.
  request TEXT,
  response TEXT,
  response_body BLOB,
  edited_body BLOB
) STRICT;
CREATE INDEX sends_by_workspace ON sends (workspace_id, id);
CREATE INDEX sends_by_receiver ON sends (receiver_id, id);
CREATE INDEX sends_by_delivery ON sends (delivery_id, receiver_id, id) WHERE delivery_id IS NOT NULL;
CREATE INDEX sends_by_job ON sends (job_id, id) WHERE job_id IS NOT NULL;
-- For the filter of deliveries whose last send failed. These are rare.
CREATE INDEX sends_failed ON sends (workspace_id, delivery_id) WHERE delivery_id IS NOT NULL
  AND (status IS NULL OR status NOT BETWEEN 200 AND 299 OR problem IS NOT NULL) AND problem IS NOT 'stopped';

-- Deliveries waiting to be forwarded, because the receiver was down or too slow.
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
-- For counting deliveries that cannot be sent until something else changes. There are usually none.
CREATE INDEX waiting_deliveries_blocked ON waiting_deliveries (receiver_id, reason)
  WHERE reason IN ('address', 'approval', 'unsigned', 'headers', 'locked', 'tls');

-- For each live receiver, the id up to which all deliveries were forwarded or are waiting. After a crash, later ones are forwarded.
-- Deleted when forwarding is turned off, and with the receiver.
CREATE TABLE forward_positions (
  receiver_id TEXT PRIMARY KEY REFERENCES receivers (id) ON DELETE CASCADE,
  through INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Each receiver's last check, and earlier ones by URL and secret, as JSON. Contains no secrets.
-- Deleted with the receiver.
CREATE TABLE receiver_checks (
  receiver_id TEXT PRIMARY KEY REFERENCES receivers (id) ON DELETE CASCADE,
  last TEXT NOT NULL,
  before TEXT
) STRICT, WITHOUT ROWID;
`
