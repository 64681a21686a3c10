/** The things of section 2 as the sandbox service keeps them. Nothing here is shared with the app: it is the other side of the wire. */
export interface Person {
  readonly name: string
  readonly email: string
}

export interface Space {
  readonly id: string
  readonly name: string
}

/** Who may see what is in a folder: its members, or everyone in the workspace (section 5.3). */
export type Visibility = 'private' | 'workspace'

export interface Folder {
  readonly id: string
  readonly name: string
  readonly parent: Folder | null
  readonly space: Space
  readonly visibility: Visibility
}

/** Kept small, since there may be 100,000: a title and a summary are made from `textSeed` when somebody looks. */
export interface Note {
  readonly id: string
  readonly textSeed: string
  readonly owner: Person
  /** `null`: in no folder. */
  readonly folder: Folder | null
  readonly createdMs: number
  updatedMs: number
  /** How often the summary was edited. */
  revision: number
}

export interface Workspace {
  /** To whom the sandbox key belongs. */
  readonly user: Person
  readonly spaces: readonly Space[]
  readonly folders: readonly Folder[]
  /** In the order in which the user came to see them, the newest last. */
  readonly notes: readonly Note[]
  note(id: string): Note | undefined
  folder(id: string): Folder | undefined
  add(note: Note): void
  revise(note: Note, atMs: number): void
}

export interface WorkspaceParts {
  readonly user: Person
  readonly spaces: readonly Space[]
  readonly folders: readonly Folder[]
  readonly notes: readonly Note[]
}

export function createWorkspace({ user, spaces, folders, notes: first }: WorkspaceParts): Workspace {
  const notes = [...first]
  const notesById = new Map(notes.map((note) => [note.id, note]))
  const foldersById = new Map(folders.map((folder) => [folder.id, folder]))

  return {
    user,
    spaces,
    folders,
    notes,
    note: (id) => notesById.get(id),
    folder: (id) => foldersById.get(id),
    add(note) {
      notes.push(note)
      notesById.set(note.id, note)
    },
    revise(note, atMs) {
      note.updatedMs = atMs
      note.revision += 1
    },
  }
}

/** Whether `folder` is one of `ids` or somewhere below one: filters take subfolders along (section 4). */
export function isWithin(folder: Folder | null, ids: ReadonlySet<string>): boolean {
  for (let at = folder; at; at = at.parent) if (ids.has(at.id)) return true
  return false
}

/**
 * The scopes under which an endpoint of `user` receives the events of a note (section 5.3). What is visible to the workspace is
 * also what its own key sees, whose scope is not in the specification.
 */
export function scopesOf(note: Note, user: Person): readonly string[] {
  const visible = note.folder?.visibility === 'workspace'
  // A note outside the workspace-visible folders is seen because it is owned, shared directly, or in a shared private folder.
  const personal = !visible || note.owner === user
  return [...(personal ? ['personal'] : []), ...(visible ? ['public', 'workspace'] : [])]
}
