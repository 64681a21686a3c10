/** The outcome of a row, as `deliveryOutcome` has it. */
export const outcomeOf = (row: string) => `CASE WHEN ${row}.status BETWEEN 200 AND 299 THEN 'delivered'
    WHEN ${row}.status IN (408, 429) OR ${row}.status >= 500 THEN 'retried' ELSE 'failed' END`

const countIn = `INSERT INTO delivery_minutes (workspace_id, minute, outcome, deliveries, first_id, last_id)
    VALUES (coalesce(new.workspace_id, ''), substr(new.first_received_at, 1, 16), ${outcomeOf('new')}, 1, new.id, new.id)
    ON CONFLICT DO UPDATE SET deliveries = deliveries + 1, first_id = min(first_id, new.id),
    last_id = max(last_id, new.id);`

const countOut = `UPDATE delivery_minutes SET deliveries = deliveries - 1 WHERE workspace_id = coalesce(old.workspace_id, '')
    AND minute = substr(old.first_received_at, 1, 16) AND outcome = ${outcomeOf('old')};
    DELETE FROM delivery_minutes WHERE workspace_id = coalesce(old.workspace_id, '')
    AND minute = substr(old.first_received_at, 1, 16) AND outcome = ${outcomeOf('old')} AND deliveries <= 0;`

/** A step of the store's format, as `migrations.ts` has it: once released, it never changes. */
export const deliverySearchTables = `
-- What is rare among deliveries is found by small indexes that cost nothing for what is usual.
CREATE INDEX deliveries_by_type ON deliveries (workspace_id, event_type, id) WHERE event_type IS NOT NULL;
CREATE INDEX deliveries_unverified ON deliveries (workspace_id, id) WHERE verified = 0;
CREATE INDEX deliveries_tried_again ON deliveries (workspace_id, id) WHERE attempts > 1;
CREATE INDEX deliveries_not_taken ON deliveries (workspace_id, id) WHERE status < 200 OR status > 299;

-- The words of bodies, folded, filled afterwards: up to the id in delivery_words_state every delivery that is kept is in it.
CREATE VIRTUAL TABLE delivery_words USING fts5 (
  body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0', prefix = '2 3'
);
-- Deleted deliveries whose words are still indexed: to take them out one by one would hold up those that come.
CREATE TABLE delivery_words_gone (id INTEGER PRIMARY KEY) STRICT;
CREATE TABLE delivery_words_state (through INTEGER NOT NULL) STRICT;
INSERT INTO delivery_words_state VALUES (0);

-- How many deliveries came in each minute (UTC) by what the service makes of the last answer, and between which ids.
CREATE TABLE delivery_minutes (
  workspace_id TEXT NOT NULL,
  minute TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('delivered', 'retried', 'failed')),
  deliveries INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, minute, outcome)
) STRICT, WITHOUT ROWID;
INSERT INTO delivery_minutes
  SELECT coalesce(workspace_id, ''), substr(first_received_at, 1, 16), ${outcomeOf('deliveries')} AS outcome,
    count(*), min(id), max(id) FROM deliveries GROUP BY 1, 2, 3;
-- Those that come are counted by whoever stores them, a batch at a time: a trigger would cost each of them a third more.
CREATE TRIGGER deliveries_recounted AFTER UPDATE OF status, first_received_at, workspace_id ON deliveries
WHEN old.status <> new.status OR old.first_received_at <> new.first_received_at OR old.workspace_id IS NOT new.workspace_id
BEGIN
  ${countOut}
  ${countIn}
END;
CREATE TRIGGER deliveries_uncounted AFTER DELETE ON deliveries BEGIN
  ${countOut}
  INSERT INTO delivery_words_gone VALUES (old.id);
END;
`
