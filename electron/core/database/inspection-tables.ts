/** Steps of the store's format, as `migrations.ts` has them: once released, they never change. */
export const deliveryMarks = `
-- Stars and remarks of deliveries, few among many: a row only where there is one.
CREATE TABLE delivery_marks (
  delivery_id INTEGER PRIMARY KEY REFERENCES deliveries (id) ON DELETE CASCADE,
  starred INTEGER NOT NULL CHECK (starred IN (0, 1)),
  remark TEXT NOT NULL
) STRICT;
`

export const refusedRequests = `
-- What was refused and is not kept: a row a path (none: '') and reason, so that noise counts up and takes no space. Names of
-- headers, joined by spaces, never their values.
CREATE TABLE refused_requests (
  token TEXT NOT NULL,
  reason TEXT NOT NULL,
  requests INTEGER NOT NULL,
  first_at TEXT NOT NULL,
  last_at TEXT NOT NULL,
  status INTEGER,
  method TEXT,
  header_names TEXT NOT NULL,
  PRIMARY KEY (token, reason)
) STRICT, WITHOUT ROWID;
`

export const deletedEvents = `
-- Events whose rows were deleted while the service may still send them again: what tells a retry from news.
CREATE TABLE deleted_events (
  token TEXT NOT NULL,
  webhook_id TEXT NOT NULL,
  workspace_id TEXT,
  -- SHA-256 of the first body: another one under the same id was never seen here.
  body_digest BLOB NOT NULL,
  last_received_at TEXT NOT NULL,
  PRIMARY KEY (token, webhook_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX deleted_events_by_time ON deleted_events (last_received_at);
CREATE INDEX deleted_events_by_workspace ON deleted_events (workspace_id);
`

/** A step of the store's format, as `migrations.ts` has it: once released, it never changes. */
export const deliveryViewTable = `
-- Filters of deliveries that somebody gave a name.
CREATE TABLE delivery_views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL COLLATE NOCASE,
  q TEXT NOT NULL,
  UNIQUE (workspace_id, name)
) STRICT;
`
