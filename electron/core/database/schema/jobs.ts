export const jobs = `
-- Jobs that are running, or were interrupted: one for each kind and subject.
-- Deleted when no work is left, by the user, with the subject, and with the workspace.
CREATE TABLE interrupted_jobs (
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The id of a receiver or an endpoint.
  subject TEXT NOT NULL,
  started_at TEXT NOT NULL,
  done INTEGER NOT NULL,
  total INTEGER NOT NULL,
  -- JSON, for starting the rest.
  options TEXT NOT NULL,
  PRIMARY KEY (workspace_id, kind, subject)
) STRICT, WITHOUT ROWID;
`
