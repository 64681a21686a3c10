import { Files, Folder as FolderIcon, Layers, Link2Off, Repeat } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Folder } from '#shared/notes/folder.ts'
import { folderPath } from '#shared/notes/folder-tree.ts'
import { prunedTree, treeMatches } from '#ui/collections/tree-rows.ts'
import { VirtualTree } from '#ui/collections/virtual-tree.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { everything, type FolderTreeNode } from './folder-nodes.ts'
import css from './folder-pane.module.css'
import type { OpenFolders } from './open-folders.ts'

/** From this many folders on, they can be found by name. */
const manyFolders = 12

export function FolderTree({
  nodes,
  folders,
  open,
  onToggle,
  selected,
  onSelect,
  renderMeta,
}: {
  readonly nodes: readonly FolderTreeNode[]
  readonly folders: readonly Folder[]
  readonly open: OpenFolders
  readonly onToggle: (keys: readonly string[], open: boolean) => void
  readonly selected: string | undefined
  readonly onSelect: (folderId: string | undefined) => void
  readonly renderMeta: (node: FolderTreeNode) => ReactNode
}) {
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  // What is opened or closed among what was found is not worth remembering.
  const [foundOpen, setFoundOpen] = useState<OpenFolders>(new Map())
  const way = useMemo(
    () => new Set(selected === undefined ? [] : folderPath(folders, selected).map(({ id }) => id)),
    [folders, selected],
  )
  const matches = useMemo(() => (wanted === '' ? null : treeMatches(nodes, wanted)), [nodes, wanted])
  const shown = useMemo(() => (matches === null ? nodes : prunedTree(nodes, matches)), [nodes, matches])

  const isOpen = useCallback(
    (key: string) =>
      matches === null
        ? (open.get(key) ?? (isSpace(key) || (way.has(key) && key !== selected)))
        : (foundOpen.get(key) ?? true),
    [open, foundOpen, matches, way, selected],
  )
  const toggle = (keys: readonly string[], isNowOpen: boolean) => {
    if (matches === null) return onToggle(keys, isNowOpen)
    setFoundOpen(new Map([...foundOpen, ...keys.map((key) => [key, isNowOpen] as const)]))
  }

  return (
    <>
      {folders.length >= manyFolders ? (
        <div className={css.search}>
          <SearchField
            label="Find a folder"
            value={text}
            onChange={(typed) => {
              setText(typed)
              setFoundOpen(new Map())
            }}
          />
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
          onToggle={toggle}
          selectedKey={selected ?? everything}
          pickedBy={wanted}
          onSelect={({ key }) => onSelect(key === everything ? undefined : key)}
          canSelect={({ kind }) => kind !== 'space'}
          renderIcon={icon}
          renderMark={mark}
          renderMeta={renderMeta}
        />
      )}
    </>
  )
}

function isSpace(key: string): boolean {
  return key === 'no-space' || key.startsWith('space ')
}

function icon({ kind }: FolderTreeNode) {
  const Icon = kind === 'all' ? Files : kind === 'space' ? Layers : FolderIcon
  return <Icon size={15} strokeWidth={1.8} aria-hidden />
}

/** A folder that stands at the top although it names a parent says so. */
function mark({ mark }: FolderTreeNode) {
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
