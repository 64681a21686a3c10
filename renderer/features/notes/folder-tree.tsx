import { Files, Folder as FolderIcon, Layers, Link2Off, Repeat } from 'lucide-react'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Folder } from '../../../shared/domain/folder.ts'
import { folderPath } from '../../../shared/domain/folder-tree.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { pruned, treeMatches } from '../../ui/tree-rows.ts'
import { VirtualTree } from '../../ui/virtual-tree.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { everything, type PlaceNode } from './folder-nodes.ts'
import css from './folder-pane.module.css'

/** From this many folders on, they can be found by name. */
const manyFolders = 12

export function FolderTree({
  nodes,
  folders,
  selected,
  onSelect,
}: {
  readonly nodes: readonly PlaceNode[]
  readonly folders: readonly Folder[]
  readonly selected: string | undefined
  readonly onSelect: (folderId: string | undefined) => void
}) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  // What somebody opened or closed; otherwise spaces are open, and so is the way to the folder chosen.
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const way = useMemo(
    () => new Set(selected === undefined ? [] : folderPath(folders, selected).map(({ id }) => id)),
    [folders, selected],
  )
  const matches = useMemo(() => (wanted === '' ? null : treeMatches(nodes, wanted)), [nodes, wanted])
  const shown = useMemo(() => (matches === null ? nodes : pruned(nodes, matches)), [nodes, matches])

  const isOpen = useCallback(
    (key: string) =>
      toggled.get(key) ?? (matches !== null || isSpace(key) || (way.has(key) && key !== selected)),
    [toggled, matches, way, selected],
  )

  return (
    <>
      {folders.length >= manyFolders ? (
        <div className={css.search}>
          <SearchField label="Find a folder" value={text} onChange={setText} />
        </div>
      ) : null}
      {shown.length === 0 ? (
        <p className={css.remark} role="status">
          No folder is called like that.
        </p>
      ) : (
        <VirtualTree
          label="Spaces and folders"
          nodes={shown}
          isOpen={isOpen}
          onToggle={(key, open) => setToggled(new Map(toggled).set(key, open))}
          selectedKey={selected ?? everything}
          onSelect={({ key }) => onSelect(key === everything ? undefined : key)}
          canSelect={({ kind }) => kind !== 'space'}
          renderIcon={icon}
          renderMark={mark}
        />
      )}
    </>
  )
}

function isSpace(key: string): boolean {
  return key === 'no-space' || key.startsWith('space ')
}

function icon({ kind }: PlaceNode) {
  const Icon = kind === 'all' ? Files : kind === 'space' ? Layers : FolderIcon
  return <Icon size={15} strokeWidth={1.8} aria-hidden />
}

/** A folder that stands at the top although it names a parent says so. */
function mark({ mark }: PlaceNode) {
  if (mark === null) return null
  const [Icon, words] =
    mark === 'orphan'
      ? ([Link2Off, 'Its parent folder is not in the list'] as const)
      : ([Repeat, 'Its parents form a circle, cut open here'] as const)
  return (
    <span className={css.mark} title={words}>
      <Icon size={13} aria-hidden />
      <VisuallyHidden> ({words})</VisuallyHidden>
    </span>
  )
}
