export const missed = `
-- Each endpoint as the service last listed it, with the time when it subscribed to each event type. The time since when its changes
-- count is in milliseconds since 1970 by the service's clock. It is when the endpoint was created or when this app first listened to
-- it, whichever was later, and NULL if this app never listened to it.
-- Deleted with the endpoint, and with the workspace.
CREATE TABLE missed_endpoints (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  listed TEXT NOT NULL,
  since INTEGER,
  -- Whether early warnings are off.
  muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)),
  PRIMARY KEY (workspace_id, endpoint_id)
) STRICT, WITHOUT ROWID;

-- Periods in which events did not arrive, in milliseconds since 1970 by this machine's clock, and the reason. 'refused' means that
-- requests failed and the service does not retry them. Rows for the whole machine have an empty workspace and endpoint ('').
-- Deleted 90 days after the period ended, with the endpoint, and with the workspace.
CREATE TABLE missed_gaps (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('disabled', 'failing', 'refused', 'tunnel-down', 'not-running')),
  began_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX missed_gaps_by_endpoint ON missed_gaps (workspace_id, endpoint_id, reason, began_at);

-- When the app was last running, in milliseconds since 1970. Has a single row, which is never deleted.
CREATE TABLE missed_running (at INTEGER NOT NULL) STRICT;

-- Notes that a catch-up sent to a receiver with a 2xx response, and when they had last changed, in milliseconds since 1970.
-- Deleted with the endpoint, and with the workspace.
CREATE TABLE caught_up (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  note_id TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Time of the response, in milliseconds since 1970 by this machine's clock.
  caught_up_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, endpoint_id, note_id)
) STRICT, WITHOUT ROWID;

-- Early warnings that were shown, so that each one is shown only once while its cause lasts.
-- Deleted when the cause ends, with the endpoint, and with the workspace.
CREATE TABLE early_warnings (
  workspace_id TEXT NOT NULL,
  about TEXT NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (workspace_id, about, kind)
) STRICT, WITHOUT ROWID;
`
