export const workspaces = `
-- The workspaces on this machine. Their API keys are in the keychain, under apikey:<id>:<origin>.
-- Deleted when the user removes a workspace.
CREATE TABLE workspaces (
  id TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  base_url TEXT NOT NULL,
  added_at TEXT NOT NULL,
  opened_at TEXT
) STRICT;

-- Options for requests to a workspace's service, as JSON. Also contains the sandbox, which is not in workspaces.
-- Deleted with the workspace.
CREATE TABLE workspace_options (workspace_id TEXT PRIMARY KEY, options TEXT NOT NULL) STRICT;

-- Removed workspaces whose rows in the other tables are still being deleted.
-- Deleted when those rows are gone.
CREATE TABLE workspace_removals (workspace_id TEXT PRIMARY KEY) STRICT;

-- Differences between the service and its specification, with one row per kind and location. Never contains a note's content.
-- Deleted by the user, when a workspace has too many rows (least recently seen first), and with the workspace.
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

-- Lists the secrets that should be in the keychain, without their values. Distinguishes a locked keychain from a missing entry.
-- Deleted with the entry in the keychain.
CREATE TABLE secret_index (
  account TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  stored_at TEXT NOT NULL
) STRICT;

-- Running and interrupted jobs, at most one per kind and subject.
-- Deleted when the job is done, by the user, with the subject, and with the workspace.
CREATE TABLE interrupted_jobs (
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The id of a receiver or an endpoint.
  subject TEXT NOT NULL,
  started_at TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  -- The options for resuming the job, as JSON.
  options TEXT NOT NULL,
  PRIMARY KEY (workspace_id, kind, subject)
) STRICT, WITHOUT ROWID;
`
