export const notes = `
-- The fields of each note in the service's list, never its content. The sort key is the time of the last update in seconds, times
-- 2^20, plus a number within that second. Searches read it in descending order, so that results need no sorting.
-- The position in that order is the row ID of the note's words: full-text tables need half the space if row IDs are dense. Notes get
-- their positions some time after a sync (see note-store.ts). Until then, row IDs are calculated from the sort key.
-- Deleted when a complete run no longer finds the note, and with the workspace.
CREATE TABLE indexed_notes (
  sort_key INTEGER PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  title TEXT NOT NULL,
  owner_name TEXT,
  owner_email TEXT,
  -- The times as the service sent them. The columns in milliseconds since 1970 are used for comparison, because the same time can be
  -- written in several ways.
  created_at TEXT,
  updated_at TEXT,
  created_ms INTEGER,
  updated_ms INTEGER,
  -- The last sync run that found the note.
  seen_run INTEGER NOT NULL,
  title_key TEXT NOT NULL,
  owner_key TEXT NOT NULL,
  position INTEGER
) STRICT;
CREATE INDEX indexed_notes_by_position ON indexed_notes (position, sort_key, workspace_id);
CREATE UNIQUE INDEX indexed_notes_by_id ON indexed_notes (workspace_id, id);
CREATE INDEX indexed_notes_by_title ON indexed_notes (workspace_id, title_key, sort_key);
CREATE INDEX indexed_notes_by_owner ON indexed_notes (workspace_id, owner_key, sort_key);
CREATE INDEX indexed_notes_by_creation ON indexed_notes (workspace_id, coalesce(created_ms, -9e15), sort_key);
CREATE INDEX indexed_notes_by_update ON indexed_notes (workspace_id, coalesce(updated_ms, -9e15), sort_key);

-- The words of notes, and every sequence of three characters, for languages without spaces between words. Both contain folded
-- text. Segments are merged a little after every commit, instead of a lot after some commits (see note-store.ts).
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

-- The progress of syncing notes. A run is in progress while run_began_at is set, and resumes at its cursor.
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

-- What the user chose to store of the text of notes. The text itself is in a file of its own for each workspace.
-- Deleted when everything is switched off, and with the workspace.
CREATE TABLE note_texts (
  workspace_id TEXT PRIMARY KEY,
  summaries INTEGER NOT NULL CHECK (summaries IN (0, 1)),
  transcripts INTEGER NOT NULL CHECK (transcripts IN (0, 1)),
  private_notes INTEGER NOT NULL CHECK (private_notes IN (0, 1)),
  gentle INTEGER NOT NULL CHECK (gentle IN (0, 1)),
  megabytes INTEGER NOT NULL,
  paused INTEGER NOT NULL CHECK (paused IN (0, 1))
) STRICT;

-- The number of indexed notes that each person owns.
-- Deleted with the person's last note.
CREATE TABLE indexed_owners (
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  notes INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, name, email)
) STRICT, WITHOUT ROWID;

-- Spaces, in the service's order.
-- Deleted when the service no longer lists them, and with the workspace.
CREATE TABLE indexed_spaces (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (workspace_id, id)
) STRICT, WITHOUT ROWID;

-- Folders, in the service's order. A folder that is only named by a note is unlisted.
-- Deleted when the service no longer lists the folder and its notes were indexed again (work), and with the workspace.
CREATE TABLE indexed_folders (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  parent_id TEXT,
  space_id TEXT,
  listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
  -- Set when the folder is gone or a folder on its path was renamed, because its notes must then be indexed again.
  work TEXT CHECK (work IN ('gone', 'renamed')),
  own_notes INTEGER NOT NULL DEFAULT 0,
  -- The last sync run that listed the folder's notes.
  run INTEGER NOT NULL DEFAULT 0,
  read_at TEXT,
  partly_read INTEGER NOT NULL DEFAULT 0 CHECK (partly_read IN (0, 1)),
  PRIMARY KEY (workspace_id, id)
) STRICT, WITHOUT ROWID;

-- The folders of each note: the deepest ones that list the note, or those that the note itself names.
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

-- The progress of syncing folders. The current folder resumes at its cursor.
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
  -- The newest change to an indexed note when the current run started, and when the last complete run started. Notes that changed
  -- later may have moved. The times are from the service's clock, which may differ from this machine's.
  run_newest TEXT,
  complete_newest TEXT
) STRICT;
`
