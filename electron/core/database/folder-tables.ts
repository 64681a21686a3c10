/** A step of the store's format, as `migrations.ts` has it: once released, it never changes. */
export const folderTables = `
-- Notes are found by the names of their folders as well. What was indexed is read anew, since folded text is made in the app.
DROP TABLE index_words;
DROP TABLE index_infixes;
DELETE FROM indexed_notes;
UPDATE index_state SET
  notes = 0, pass_began_at = NULL, pass_updated_after = NULL, pass_cursor = NULL, pass_read = 0, pass_newest = NULL,
  watermark = NULL, complete_as_of = NULL, full_ended_at = NULL, full_incomplete = NULL, changes_ended_at = NULL,
  changes_incomplete = NULL;
CREATE VIRTUAL TABLE index_words USING fts5 (
  title, owner, note, folder, content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
CREATE VIRTUAL TABLE index_infixes USING fts5 (
  title, owner, note, folder, content = '', contentless_delete = 1, tokenize = 'trigram'
);

-- How many notes of the index each person owns.
CREATE TABLE indexed_owners (
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  notes INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name, email)
) STRICT, WITHOUT ROWID;

-- Spaces and folders in the order served. A folder is unlisted when only a note named it. One that is gone, or whose way
-- to the top is called otherwise now, stays in work until its notes were indexed again.
CREATE TABLE indexed_spaces (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE indexed_folders (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  parent_id TEXT,
  space_id TEXT,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  work TEXT CHECK (work IN ('gone', 'renamed')),
  own INTEGER NOT NULL DEFAULT 0,
  round INTEGER NOT NULL DEFAULT 0,
  read_at TEXT,
  partly INTEGER NOT NULL DEFAULT 0 CHECK (partly IN (0, 1)),
  PRIMARY KEY (workspace_id, id)
) STRICT, WITHOUT ROWID;

-- In which folders a note is: the deepest that list it, or those it named itself. seen is the round that met it there last.
CREATE TABLE note_folders (
  workspace_id TEXT NOT NULL,
  note_id TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  several INTEGER NOT NULL DEFAULT 0 CHECK (several IN (0, 1)),
  seen INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, note_id, folder_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_folders_by_folder ON note_folders (workspace_id, folder_id, seen);
CREATE INDEX note_folders_several ON note_folders (workspace_id) WHERE several = 1;

-- How far the reading of folders is. The folder under way goes on at its cursor.
CREATE TABLE folder_state (
  workspace_id TEXT PRIMARY KEY,
  listed_at TEXT,
  incomplete TEXT,
  unreadable INTEGER NOT NULL,
  round INTEGER NOT NULL,
  round_began_at TEXT,
  complete_as_of TEXT,
  folder_id TEXT,
  cursor TEXT
) STRICT;
`

/** Another step. */
export const folderReadings = `
-- The newest change of a note that the index knew of when the round under way began, and when the last whole one did: what
-- changed later may have moved since. By the clock of the service, which need not agree with that of this machine.
ALTER TABLE folder_state ADD COLUMN round_knew TEXT;
ALTER TABLE folder_state ADD COLUMN complete_knew TEXT;
`
