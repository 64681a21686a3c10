import { Copy, Download, GitCompareArrows, Play, Trash2 } from 'lucide-react'
import { copyText } from '#ui/feedback/copy-text.ts'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { deleteKey } from '#ui/platform-keys.ts'
import { actions } from '../detail/copy.ts'
import { selection as copy } from './copy.ts'

export function selectionActions({
  ids: [newer, older, ...others],
  webhookIds,
  onCompare,
  onReplay,
  onExport,
  onDelete,
}: {
  readonly ids: readonly number[]
  readonly webhookIds: readonly string[]
  readonly onCompare: (newer: number, older: number) => void
  readonly onReplay: () => void
  readonly onExport: () => void
  readonly onDelete: () => void
}): ActionGroups {
  const isPair = newer !== undefined && older !== undefined && others.length === 0
  return [
    [
      {
        id: 'selection.replay',
        ...copy.replay,
        icon: Play,
        keys: 'R',
        otherKeys: ['Shift+R'],
        run: onReplay,
      },
    ],
    [
      {
        id: 'selection.compare',
        ...copy.compare,
        icon: GitCompareArrows,
        keys: 'D',
        disabled: isPair ? undefined : copy.onlyTwo,
        run: () => isPair && onCompare(newer, older),
      },
      {
        id: 'selection.copy-ids',
        ...copy.copyIds,
        icon: Copy,
        disabled: webhookIds.length === 0 ? copy.noIds : undefined,
        run: () => copyText(webhookIds.join('\n'), actions.idCopied),
      },
      { id: 'selection.export', ...copy.export, icon: Download, run: onExport },
    ],
    [
      {
        id: 'selection.delete',
        ...copy.delete,
        icon: Trash2,
        keys: deleteKey,
        tone: 'danger',
        run: onDelete,
      },
    ],
  ]
}
