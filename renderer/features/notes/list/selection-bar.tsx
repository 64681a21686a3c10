import { Download } from 'lucide-react'
import { SelectionBar } from '#ui/collections/selection-bar.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import type { NotePicks } from '../table/use-note-picks.ts'

/** What can be done with the selected notes. */
export function PickedBar({ picks, onExport }: { readonly picks: NotePicks; readonly onExport: () => void }) {
  return (
    <SelectionBar count={picks.count} onClear={picks.clear}>
      <CopyButton text={picks.notes.map(({ id }) => id).join('\n')} label="Copy the ids of the selection">
        Copy ids
      </CopyButton>
      <Button icon={<Download size={14} aria-hidden />} onPress={onExport}>
        Export…
      </Button>
    </SelectionBar>
  )
}
