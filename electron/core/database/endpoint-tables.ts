/** Steps of the store's format, as `migrations.ts` has them: once released, they never change. */

export const endpointLabels = `
  -- What somebody calls an endpoint on this machine.
  CREATE TABLE endpoint_labels (
    workspace_id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (workspace_id, endpoint_id)
  ) STRICT, WITHOUT ROWID;
  `

export const healthOfStrangers = `
  -- Requests that anybody may have sent are counted apart from failures.
  ALTER TABLE endpoint_health ADD COLUMN mismatched_since TEXT;
  ALTER TABLE endpoint_health ADD COLUMN mismatches INTEGER NOT NULL DEFAULT 0;
  `
