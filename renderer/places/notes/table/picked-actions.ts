import { Copy, Download } from 'lucide-react'
import { copyText } from '#ui/feedback/copy-text.ts'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { actions, copy } from '../copy.ts'
import type { NoteSelection } from './use-note-selection.ts'

/** Returns the actions for several selected notes. */
export const pickedActions = ({ notes, onExport }: NoteSelection): ActionGroups => [
  [
    {
      id: 'selection.copy-ids',
      ...copy.selection.copyIds,
      icon: Copy,
      run: () => copyText(notes.map(({ id }) => id).join('\n'), actions.idsCopied),
    },
    { id: 'selection.export', ...copy.selection.export, icon: Download, run: onExport },
  ],
]
