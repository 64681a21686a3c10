/**
 * The resources of the specification (section 2), as the service stores them. The app doesn't share these types, because it is a
 * client.
 */
export interface Person {
  readonly name: string
  readonly email: string
}

export interface Space {
  readonly id: string
  readonly name: string
}

/** Whether a folder's notes are visible to its members or to the whole workspace (specification, section 5.3). */
export type Visibility = 'private' | 'workspace'

export interface Folder {
  readonly id: string
  readonly name: string
  readonly parent: Folder | null
  readonly space: Space
  readonly visibility: Visibility
}

/**
 * A stored note. It is small, because there may be 100,000. The title and summary are generated from `textSeed` when they are
 * read.
 */
export interface Note {
  readonly id: string
  readonly textSeed: string
  readonly owner: Person
  readonly folder: Folder | null
  readonly createdMs: number
  updatedMs: number
  revision: number
}

export type Workspace = ReturnType<typeof createWorkspace>

export interface WorkspaceParts {
  readonly user: Person
  readonly spaces: readonly Space[]
  readonly folders: readonly Folder[]
  readonly notes: readonly Note[]
}

export function createWorkspace({ user, spaces, folders, notes: first }: WorkspaceParts) {
  const notes = [...first]
  const notesById = new Map(notes.map((note) => [note.id, note]))
  const foldersById = new Map(folders.map((folder) => [folder.id, folder]))

  return {
    user,
    spaces,
    folders,
    /** Sorted by the time when they became visible to the user, newest last. */
    notes,
    note: (id: string): Note | undefined => notesById.get(id),
    folder: (id: string): Folder | undefined => foldersById.get(id),
    add(note: Note) {
      notes.push(note)
      notesById.set(note.id, note)
    },
    revise(note: Note, atMs: number) {
      note.updatedMs = atMs
      note.revision += 1
    },
  }
}

/**
 * Returns whether `ids` contains `folder` or one of its ancestors, because filters include subfolders (specification, section 4).
 */
export function isWithin(folder: Folder | null, ids: ReadonlySet<string>): boolean {
  for (let at = folder; at; at = at.parent) if (ids.has(at.id)) return true
  return false
}

/**
 * Returns the scopes with which an endpoint of `user` receives a note's events (specification, section 5.3). `workspace`, the
 * scope of a workspace's key, is not in the specification. It covers the notes that the whole workspace can see.
 */
export function scopesOf(note: Note, user: Person): readonly string[] {
  const visible = note.folder?.visibility === 'workspace'
  const personal = !visible || note.owner === user
  return [...(personal ? ['personal'] : []), ...(visible ? ['public', 'workspace'] : [])]
}
