export const endpoints = `
-- The creation of each endpoint. It is written before the request is sent, so that no endpoint is lost in a crash.
-- Deleted when the service rejects the creation, and with the workspace. Set to 'removed' when the endpoint is deleted.
CREATE TABLE endpoint_journal (
  path_id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT,
  url TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('intent', 'replied', 'kept', 'removed')),
  created_at TEXT NOT NULL,
  kept_at TEXT,
  reveals INTEGER NOT NULL DEFAULT 0,
  -- When a delivery was first verified.
  proven_at TEXT,
  -- The endpoints that the service listed just before, as JSON. Any other endpoint with this URL is the one that was created.
  known_ids TEXT,
  -- Whether the user entered the secret. It is then never revealed.
  imported INTEGER NOT NULL DEFAULT 0 CHECK (imported IN (0, 1)),
  -- The request, so that it can be repeated. NULL if the endpoint was not created here or the outcome is settled.
  draft TEXT,
  -- Whether the endpoint was created for a live session. It is deleted when the session ends. After a crash, the next start offers
  -- to delete it.
  temporary INTEGER NOT NULL DEFAULT 0 CHECK (temporary IN (0, 1))
) STRICT;
CREATE INDEX endpoint_journal_by_endpoint ON endpoint_journal (endpoint_id);

-- A summary of each path's responses. The service's four days start with the first failure after a success.
-- Requests that anyone could have sent are counted separately, as mismatches.
-- Deleted once the path's endpoint is deleted.
CREATE TABLE endpoint_health (
  path_id TEXT PRIMARY KEY,
  last_success_at TEXT,
  failing_since TEXT,
  failures INTEGER NOT NULL,
  mismatched_since TEXT,
  mismatches INTEGER NOT NULL
) STRICT;

-- The status of each endpoint when the service last listed it, so that each disabled endpoint is reported only once, even after
-- a restart.
-- Deleted with the endpoint, and with the workspace.
CREATE TABLE endpoint_status (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  last_enabled_at TEXT,
  -- Set while the endpoint is disabled.
  disabled_by TEXT CHECK (disabled_by IN ('here', 'service', 'elsewhere', 'unknown')),
  disabled_noticed_at TEXT,
  -- Set when this app is about to disable the endpoint.
  disable_requested_at TEXT,
  -- The last downtime that ended.
  downtime_from TEXT,
  downtime_to TEXT,
  PRIMARY KEY (workspace_id, endpoint_id)
) STRICT;

-- Endpoint replacements, as JSON. Each step is written before it is taken.
-- Deleted when a replacement is completed, abandoned or dismissed, and with the workspace.
CREATE TABLE endpoint_replacements (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  workspace_id TEXT NOT NULL,
  replacement_path_id TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT;

-- The names that the user gave endpoints on this machine. They outlive the endpoints, because deliveries still show them.
-- Deleted by the user, and with the workspace.
CREATE TABLE endpoint_labels (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  label TEXT NOT NULL,
  PRIMARY KEY (workspace_id, endpoint_id)
) STRICT, WITHOUT ROWID;
`
