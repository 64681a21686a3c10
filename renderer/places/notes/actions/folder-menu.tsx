import { useNavigate } from '@tanstack/react-router'
import { ChevronsDownUp, ChevronsUpDown, Copy, RefreshCw, Webhook } from 'lucide-react'
import { scopes } from '#shared/endpoints/scopes.ts'
import { copyText } from '#ui/feedback/copy-text.ts'
import type { Action, ActionGroups } from '#ui/overlays/action.ts'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { folderActions as copy } from '../copy.ts'
import { expandableKeys, type FolderTreeNode } from '../folders/folder-nodes.ts'

export function FolderItems({ node, place }: { readonly node: FolderTreeNode; readonly place: FolderPlace }) {
  return <ActionItems groups={useFolderActions(node, place)} />
}

interface FolderPlace {
  readonly nodes: readonly FolderTreeNode[]
  readonly onToggle: (keys: readonly string[], open: boolean) => void
  readonly onRefresh: () => void
}

function useFolderActions(node: FolderTreeNode, { nodes, onToggle, onRefresh }: FolderPlace): ActionGroups {
  const navigate = useNavigate()
  const inside = expandableKeys(node.kind === 'all' ? nodes : [node])
  const disabled = inside.length === 0 ? copy.nothingInside : undefined
  const id = node.kind === 'space' ? node.key.slice('space '.length) : node.key
  const start = { scopes: [...scopes], events: [], folderIds: [id] }
  const ofFolder: readonly Action[] = [
    {
      id: 'folder.new-endpoint',
      label: copy.newEndpoint,
      icon: Webhook,
      run: () => void navigate({ to: '/endpoints', search: { form: 'new', start } }),
    },
    {
      id: 'folder.copy-id',
      label: copy.copyFolderId,
      icon: Copy,
      run: () => copyText(id, copy.idCopied),
    },
  ]
  const ofSpace: readonly Action[] = node.key.startsWith('space ')
    ? [{ id: 'space.copy-id', label: copy.copySpaceId, icon: Copy, run: () => copyText(id, copy.idCopied) }]
    : []
  return [
    node.kind === 'folder' ? ofFolder : node.kind === 'space' ? ofSpace : [],
    [
      {
        id: 'folder.expand',
        label: node.kind === 'all' ? copy.expandAll : copy.expand,
        icon: ChevronsUpDown,
        disabled,
        run: () => onToggle(inside, true),
      },
      {
        id: 'folder.collapse',
        label: node.kind === 'all' ? copy.collapseAll : copy.collapse,
        icon: ChevronsDownUp,
        disabled,
        run: () => onToggle(inside, false),
      },
    ],
    [{ id: 'folders.refresh', label: copy.refresh, icon: RefreshCw, run: onRefresh }],
  ]
}
