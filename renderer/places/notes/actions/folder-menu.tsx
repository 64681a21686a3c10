import { ActionItems } from '#ui/overlays/menu.tsx'
import type { FolderTreeNode } from '../folders/folder-nodes.ts'
import { type FolderPlace, useFolderActions } from './use-folder-actions.ts'

export function FolderItems({ node, place }: { readonly node: FolderTreeNode; readonly place: FolderPlace }) {
  return <ActionItems groups={useFolderActions(node, place)} />
}
