export const jobs = `
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
