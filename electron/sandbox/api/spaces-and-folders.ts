import { Hono } from 'hono'
import type { Knobs } from '../knobs.ts'
import type { Folder, Workspace } from '../workspace.ts'
import type { Paging } from './paging.ts'

export function spacesAndFolders(workspace: Workspace, paging: Paging, knobs: Knobs): Hono {
  const { compare } = new Intl.Collator('en')
  const folders = workspace.folders.toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id))

  const page = <Item>(list: string, items: readonly Item[], query: Record<string, string>) => {
    const request = paging.read(list, query)
    const start = request.position ?? 0
    const end = start + request.size
    const next = end < items.length ? end : null
    return { items: items.slice(start, end), ...paging.end(list, request, next) }
  }

  return new Hono()
    .get('/v1/spaces', (context) => {
      const { items, hasMore, cursor } = page('spaces', workspace.spaces, context.req.query())
      const spaces = items.map(({ id, name }) => ({ id, object: 'space', name }))
      return context.json({ spaces, hasMore, cursor })
    })
    .get('/v1/folders', (context) => {
      const { items, hasMore, cursor } = page('folders', folders, context.req.query())
      return context.json({ folders: items.map((folder) => folderJson(folder, knobs)), hasMore, cursor })
    })
}

/**
 * Builds a *Folder* (specification, section 2). The specification shows neither the parent of a top-level folder nor a folder's
 * space, so knobs select their form.
 */
export function folderJson({ id, name, parent, space }: Folder, knobs: Knobs): Record<string, unknown> {
  return {
    id,
    object: 'folder',
    name,
    ...(parent || knobs.topParent === 'null' ? { parent_folder_id: parent?.id ?? null } : {}),
    ...(knobs.folderSpace === 'absent' ? {} : { space_id: knobs.folderSpace === 'null' ? null : space.id }),
  }
}
