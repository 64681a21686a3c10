import { Download } from 'lucide-react'
import { SelectionBar } from '#ui/collections/selection-bar.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { copy } from '../copy.ts'
import type { NoteSelection } from '../table/use-note-selection.ts'

/** Actions for the selected notes. */
export function NoteSelectionBar({ picks }: { readonly picks: NoteSelection }) {
  return (
    <SelectionBar count={picks.count} onClear={picks.clear}>
      <CopyButton text={picks.notes.map(({ id }) => id).join('\n')} label={copy.selection.copyIdsLabel}>
        {copy.selection.copyIds}
      </CopyButton>
      <Button icon={<Download size={14} aria-hidden />} onPress={picks.onExport}>
        {copy.selection.export}
      </Button>
    </SelectionBar>
  )
}
