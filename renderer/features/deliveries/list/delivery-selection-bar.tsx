import { Download, GitCompareArrows, Send, Trash2 } from 'lucide-react'
import { SelectionBar } from '#ui/collections/selection-bar.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { selection as copy } from './copy.ts'
import type { DeliverySelection } from './use-delivery-selection.ts'

/** Actions for the selected deliveries. */
export function DeliverySelectionBar({
  selection: { ids, count, clear },
  webhookIds,
  onCompare,
  onReplay,
  onExport,
  onDelete,
}: {
  readonly selection: DeliverySelection
  /** Of the selected ones that have any. */
  readonly webhookIds: readonly string[]
  readonly onCompare: (newer: number, older: number) => void
  readonly onReplay: () => void
  readonly onExport: () => void
  readonly onDelete: () => void
}) {
  const [newer, older] = ids
  return (
    <SelectionBar count={count} onClear={clear}>
      {count === 2 && newer !== undefined && older !== undefined ? (
        <Button icon={<GitCompareArrows size={14} aria-hidden />} onPress={() => onCompare(newer, older)}>
          {copy.compare}
        </Button>
      ) : null}
      <Button icon={<Send size={14} aria-hidden />} onPress={onReplay}>
        {copy.replay}
      </Button>
      <CopyButton text={webhookIds.join('\n')} label={copy.copyIdsLabel}>
        {copy.copyIds}
      </CopyButton>
      <Button icon={<Download size={14} aria-hidden />} onPress={onExport}>
        {copy.export}
      </Button>
      <Button icon={<Trash2 size={14} aria-hidden />} onPress={onDelete}>
        {copy.delete}
      </Button>
    </SelectionBar>
  )
}
