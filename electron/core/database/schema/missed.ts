export const missed = `
-- The last listing of each endpoint by the service, with the time of subscription to each event type, and the time from which its
-- changes count, in milliseconds since 1970 by the service's clock: its creation or its first listening, whichever was later. NULL: it
-- was never listened to.
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

-- Times in which events did not arrive, in milliseconds since 1970 by this machine's clock, and the reason ('refused': failing without
-- retries by the service). Rows of the whole machine have no workspace and no endpoint ('').
-- Deleted 90 days after they ended, with the endpoint, and with the workspace.
CREATE TABLE missed_gaps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('disabled', 'failing', 'refused', 'tunnel-down', 'not-running')),
  began_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX missed_gaps_by_endpoint ON missed_gaps (workspace_id, endpoint_id, reason, began_at);

-- The last time the app was running, in milliseconds since 1970: one row, never deleted.
CREATE TABLE missed_running (at INTEGER NOT NULL) STRICT;

-- Notes that a catch-up sent to a receiver, which answered 2xx, and their last change then, in milliseconds since 1970.
-- Deleted with the endpoint, and with the workspace.
CREATE TABLE caught_up (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  note_id TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, endpoint_id, note_id)
) STRICT, WITHOUT ROWID;

-- Early warnings that were given, so that each is given once as long as its cause lasts.
-- Deleted when the cause is over, with the endpoint, and with the workspace.
CREATE TABLE early_warnings (
  workspace_id TEXT NOT NULL,
  about TEXT NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (workspace_id, about, kind)
) STRICT, WITHOUT ROWID;
`
