export const notes = `
-- What the service's list says of each note, never its content. The sort key is the time of the last update in seconds, times
-- 2^20, plus a number within that second: searches go from the last updated backwards along it and sort nothing.
-- Deleted when a whole run no longer finds the note, and with the workspace.
CREATE TABLE indexed_notes (
  sort_key INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  owner_name TEXT,
  owner_email TEXT,
  -- As served. The instants, in milliseconds since 1970, are what is compared: the same instant has several texts.
  created_at TEXT,
  updated_at TEXT,
  created_ms INTEGER,
  updated_ms INTEGER,
  -- The last sync run that found it.
  seen_run INTEGER NOT NULL,
  title_key TEXT NOT NULL,
  owner_key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX indexed_notes_by_id ON indexed_notes (workspace_id, id);
CREATE INDEX indexed_notes_by_title ON indexed_notes (workspace_id, title_key, sort_key);
CREATE INDEX indexed_notes_by_owner ON indexed_notes (workspace_id, owner_key, sort_key);
CREATE INDEX indexed_notes_by_creation ON indexed_notes (workspace_id, coalesce(created_ms, -9e15), sort_key);
CREATE INDEX indexed_notes_by_update ON indexed_notes (workspace_id, coalesce(updated_ms, -9e15), sort_key);

-- Words of notes, and beside them every three characters in a row, for what has no spaces between words. Both hold folded
-- text. Segments are merged a little after each commit instead of much in some: see note-store.ts.
-- Deleted with the note.
CREATE VIRTUAL TABLE note_words USING fts5 (
  title, owner, note, folder, content = '', contentless_delete = 1,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
CREATE VIRTUAL TABLE note_infixes USING fts5 (
  title, owner, note, folder, content = '', contentless_delete = 1, tokenize = 'trigram'
);
INSERT INTO note_words (note_words, rank) VALUES ('automerge', 0);
INSERT INTO note_words (note_words, rank) VALUES ('crisismerge', 64);
INSERT INTO note_infixes (note_infixes, rank) VALUES ('automerge', 0);
INSERT INTO note_infixes (note_infixes, rank) VALUES ('crisismerge', 64);

-- How far the sync of notes is. A run is under way while run_began_at is set, and continues at its cursor.
-- Deleted with the workspace.
CREATE TABLE note_sync (
  workspace_id TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('running', 'paused')),
  notes INTEGER NOT NULL,
  run INTEGER NOT NULL,
  run_began_at TEXT,
  run_updated_after TEXT,
  run_cursor TEXT,
  run_read INTEGER NOT NULL,
  run_newest TEXT,
  watermark TEXT,
  complete_as_of TEXT,
  full_ended_at TEXT,
  full_incomplete TEXT,
  changes_ended_at TEXT,
  changes_incomplete TEXT
) STRICT;

-- How many indexed notes each person owns.
-- Deleted with the last of them.
CREATE TABLE indexed_owners (
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  notes INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name, email)
) STRICT, WITHOUT ROWID;

-- Spaces, in the order served.
-- Deleted when the service no longer lists them, and with the workspace.
CREATE TABLE indexed_spaces (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT, WITHOUT ROWID;

-- Folders, in the order served. One is unlisted when only a note named it.
-- Deleted when the service no longer lists them and their notes were indexed again (work), and with the workspace.
CREATE TABLE indexed_folders (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  parent_id TEXT,
  space_id TEXT,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  -- It is gone, or its path to the top was renamed: its notes have to be indexed again.
  work TEXT CHECK (work IN ('gone', 'renamed')),
  own_notes INTEGER NOT NULL DEFAULT 0,
  -- The last sync run that listed its notes.
  run INTEGER NOT NULL DEFAULT 0,
  read_at TEXT,
  partly_read INTEGER NOT NULL DEFAULT 0 CHECK (partly_read IN (0, 1)),
  PRIMARY KEY (workspace_id, id)
) STRICT, WITHOUT ROWID;

-- In which folders a note is: the deepest that list it, or those it named itself.
-- Deleted when a run no longer finds the note there, with the note, and with the workspace.
CREATE TABLE note_folders (
  workspace_id TEXT NOT NULL,
  note_id TEXT NOT NULL,
  folder_id TEXT NOT NULL,
  several INTEGER NOT NULL DEFAULT 0 CHECK (several IN (0, 1)),
  seen_run INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, note_id, folder_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_folders_by_folder ON note_folders (workspace_id, folder_id, seen_run);
CREATE INDEX note_folders_several ON note_folders (workspace_id) WHERE several = 1;

-- How far the sync of folders is. The folder under way continues at its cursor.
-- Deleted with the workspace.
CREATE TABLE folder_sync (
  workspace_id TEXT PRIMARY KEY,
  listed_at TEXT,
  incomplete TEXT,
  unreadable INTEGER NOT NULL,
  run INTEGER NOT NULL,
  run_began_at TEXT,
  complete_as_of TEXT,
  folder_id TEXT,
  cursor TEXT,
  -- The newest change of a note in the index when the run under way began, and when the last whole one did: what changed
  -- later may have moved since. By the clock of the service, which may differ from that of this machine.
  run_newest TEXT,
  complete_newest TEXT
) STRICT;
`
