export const endpoints = `
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
-- Deleted by the user and with the workspace: deliveries of an endpoint that is gone are still named by it.
CREATE TABLE endpoint_labels (
  workspace_id TEXT NOT NULL,
  endpoint_id TEXT NOT NULL,
  label TEXT NOT NULL,
  PRIMARY KEY (workspace_id, endpoint_id)
) STRICT, WITHOUT ROWID;
`
