import type { HardenMarkdown, OpenZip } from '#core/platform/ports.ts'
import type { NotesApi } from '#core/service-api/notes/notes-api.ts'
import { AppError } from '#shared/errors.ts'
import type { NoteFiles } from '#shared/exports/contract.ts'
import type { Folder } from '#shared/notes/folder.ts'
import { folderPath } from '#shared/notes/folder-tree.ts'
import type { NoteListItem, TranscriptLine } from '#shared/notes/model.ts'
import type { Space } from '#shared/notes/space.ts'
import { noteFile, transcriptFile } from './note-markdown.ts'
import { createUniqueFileNames } from './unique-file-names.ts'

export interface NoteZipOptions extends NoteFiles {
  readonly harden: HardenMarkdown
  readonly openZip: OpenZip
  use<Answer>(ask: (api: NotesApi) => Promise<Answer>): Promise<Answer>
  /** Waits until the next request may be sent. */
  turn(): Promise<void>
  /** Returns the folders of notes, for use when the service doesn't return them. */
  foldersOf(notes: readonly NoteListItem[]): readonly (readonly { readonly id: string }[] | null)[]
  readonly signal: AbortSignal
}

/** Reads whole notes one by one, and writes a Markdown file for each into a zip. */
export function createNoteZip(options: NoteZipOptions, append: (bytes: Uint8Array) => Promise<void>) {
  const { use, turn, signal, harden, layout, transcripts } = options
  const zip = options.openZip()
  const names = createUniqueFileNames()
  let refused = 0
  let failure: unknown = null
  const written = (async () => {
    for await (const bytes of zip) await append(bytes)
  })().catch((thrown: unknown) => {
    failure = thrown
  })
  const suffixes = transcripts === 'files' ? ['.md', transcriptSuffix] : ['.md']
  let tree: Promise<Tree> | null = null
  const treeNow = () => {
    tree ??= readTree(options)
    return tree
  }

  const add = async (item: NoteListItem): Promise<void> => {
    if (failure !== null) throw failure
    await turn()
    const note = await use((api) => api.note(item.id, signal))
    const lines = transcripts === 'none' ? [] : await readTranscript(options, note.id)
    const { space, paths } = placesOf(note.folders ?? options.foldersOf([note])[0] ?? [], await treeNow())
    const parts = {
      ...{ note, space: space?.name ?? null, folders: paths.map((names) => names.join('/')) },
      transcript: transcripts === 'section' ? lines : [],
    }
    const folder = layout === 'flat' ? [] : [...(space ? [space.name] : []), ...(paths[0] ?? [])]
    const path = names.pathOf(note, folder, suffixes)
    const changedAt = new Date(Date.parse(note.updatedAt ?? note.createdAt ?? '') || earliest)
    const name = path.slice(path.lastIndexOf('/') + 1)
    const hasOwnFile = transcripts === 'files' && lines.length > 0
    zip.add(
      `${path}.md`,
      noteFile(parts, harden, hasOwnFile ? name + transcriptSuffix : undefined),
      changedAt,
    )
    if (hasOwnFile) {
      const file = transcriptFile({ ...parts, transcript: lines }, harden, `${name}.md`)
      zip.add(path + transcriptSuffix, file, changedAt)
    }
  }

  return {
    /** Adds a note. Resolves to `false` if the service no longer returns it. */
    async add(item: NoteListItem): Promise<boolean> {
      try {
        await add(item)
        return true
      } catch (thrown) {
        if (!isRefused(thrown)) throw thrown
        refused += 1
        return false
      }
    },
    refused: () => refused,
    async end() {
      zip.end()
      await written
      if (failure !== null) throw failure
    },
  }
}

const transcriptSuffix = ' (transcript).md'

/** The earliest time that a zip can store, in any time zone. */
const earliest = Date.parse('1980-01-02T00:00:00Z')

const isRefused = (thrown: unknown) =>
  thrown instanceof AppError && ['not-found', 'forbidden', 'too-large'].includes(thrown.code)

interface Tree {
  readonly spaces: readonly Space[]
  readonly folders: readonly Folder[]
}

/** Reads spaces and folders. A list that the service refuses is empty, so the notes are exported without folders. */
async function readTree({ use, turn, signal }: NoteZipOptions): Promise<Tree> {
  const read = <Item>(list: (api: NotesApi) => Promise<{ readonly items: readonly Item[] }>) =>
    use(list).then(
      ({ items }) => items,
      (thrown: unknown): readonly Item[] => {
        if (!isRefused(thrown)) throw thrown
        return []
      },
    )
  return {
    spaces: await read((api) => api.spaces({ signal, turn })),
    folders: await read((api) => api.folders({ signal, turn })),
  }
}

/** Returns the note's folders, with the shortest paths first, and the first folder's space. */
export function placesOf(
  own: readonly { readonly id: string }[],
  { spaces, folders }: Tree,
): { readonly space: Space | null; readonly paths: readonly (readonly string[])[] } {
  const places = own
    .map(({ id }) => folderPath(folders, id))
    .filter((path) => path.length > 0)
    .map((path) => ({ path, names: path.map(({ name }) => name) }))
    .sort((a, b) => a.names.length - b.names.length || compare(a.names.join('/'), b.names.join('/')))
  const spaceId = places[0]?.path[0]?.spaceId ?? null
  return { space: spaces.find(({ id }) => id === spaceId) ?? null, paths: places.map(({ names }) => names) }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Reads all pages of a transcript. Returns no lines if the service has no transcript. */
async function readTranscript(
  { use, turn, signal }: NoteZipOptions,
  id: string,
): Promise<readonly TranscriptLine[]> {
  const lines: TranscriptLine[] = []
  let cursor: string | undefined
  try {
    do {
      const from = cursor
      await turn()
      const transcript = await use((api) => api.transcript(id, signal, from))
      lines.push(...(transcript.lines ?? []))
      cursor = transcript.part?.cursor ?? undefined
    } while (cursor !== undefined)
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown
  }
  return lines
}
