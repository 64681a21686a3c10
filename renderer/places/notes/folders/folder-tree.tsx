import { Files, Folder as FolderIcon, Link2Off, Repeat } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Folder } from '#shared/notes/folder.ts'
import { folderPath } from '#shared/notes/folder-tree.ts'
import { prunedTree, treeMatches } from '#ui/collections/tree-rows.ts'
import { VirtualTree } from '#ui/collections/virtual-tree.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { copy, describeMark } from '../copy.ts'
import { allNotesKey, type FolderTreeNode } from './folder-nodes.ts'
import css from './folder-pane.module.css'
import type { OpenFolders } from './open-folders.ts'

export function FolderTree({
  nodes,
  folders,
  text,
  open,
  onToggle,
  selected,
  onSelect,
  renderMeta,
  menu,
}: {
  readonly nodes: readonly FolderTreeNode[]
  readonly folders: readonly Folder[]
  /** Search text for the names of folders. */
  readonly text: string
  readonly open: OpenFolders
  readonly onToggle: (keys: readonly string[], open: boolean) => void
  readonly selected: string | undefined
  readonly onSelect: (folderId: string | undefined) => void
  readonly renderMeta: (node: FolderTreeNode) => ReactNode
  readonly menu: (node: FolderTreeNode) => ReactNode
}) {
  const wanted = useDeferredValue(text.trim())
  // Folders opened or closed in search results are not stored.
  const [{ of, open: foundOpen }, setFound] = useState<{ readonly of: string; readonly open: OpenFolders }>(
    noneFound,
  )
  if (of !== text) setFound({ of: text, open: new Map() })
  const pathToSelected = useMemo(
    () => new Set(selected === undefined ? [] : folderPath(folders, selected).map(({ id }) => id)),
    [folders, selected],
  )
  const matches = useMemo(() => (wanted === '' ? null : treeMatches(nodes, wanted)), [nodes, wanted])
  const shown = useMemo(() => (matches === null ? nodes : prunedTree(nodes, matches)), [nodes, matches])

  const isOpen = useCallback(
    (key: string) =>
      matches === null
        ? (open.get(key) ?? (isSpace(key) || (pathToSelected.has(key) && key !== selected)))
        : (foundOpen.get(key) ?? true),
    [open, foundOpen, matches, pathToSelected, selected],
  )
  const toggle = (keys: readonly string[], isNowOpen: boolean) => {
    if (matches === null) return onToggle(keys, isNowOpen)
    setFound({ of: text, open: new Map([...foundOpen, ...keys.map((key) => [key, isNowOpen] as const)]) })
  }

  return (
    <>
      {shown.length === 0 ? (
        <p className={css.remark} role="status">
          {copy.folders.noMatch}
        </p>
      ) : (
        <VirtualTree
          label={copy.folders.tree}
          nodes={shown}
          isOpen={isOpen}
          onToggle={toggle}
          selectedKey={selected ?? allNotesKey}
          pickedBy={wanted}
          onSelect={({ key }) => onSelect(key === allNotesKey ? undefined : key)}
          canSelect={({ kind }) => kind !== 'space'}
          menu={menu}
          renderIcon={icon}
          renderMark={mark}
          renderMeta={renderMeta}
        />
      )}
    </>
  )
}

const noneFound = { of: '', open: new Map() } as const

function isSpace(key: string): boolean {
  return key === 'no-space' || key.startsWith('space ')
}

function icon({ kind }: FolderTreeNode) {
  // A space is the heading of its folders, so it has no icon.
  if (kind === 'space') return null
  const Icon = kind === 'all' ? Files : FolderIcon
  return <Icon size={14} strokeWidth={1.75} aria-hidden />
}

/** Marks a folder that is at the top although it has a parent. */
function mark({ mark }: FolderTreeNode) {
  if (mark === null) return null
  const Icon = mark === 'orphan' ? Link2Off : Repeat
  const words = describeMark(mark)
  return (
    <span className={css.mark} title={words}>
      <Icon size={13} aria-hidden />
      <VisuallyHidden> ({words})</VisuallyHidden>
    </span>
  )
}
