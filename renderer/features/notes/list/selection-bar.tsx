import { Download, X } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { CopyButton } from '#ui/controls/copy-button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'
import css from './selection-bar.module.css'
import type { NotePicks } from './use-note-picks.ts'

/** How many notes are picked, and what can be done with them. */
export function PickedBar({ picks, onExport }: { readonly picks: NotePicks; readonly onExport: () => void }) {
  const words = `${picks.count.toLocaleString()} selected`
  return (
    <>
      <LiveStatus>{picks.count > 0 ? words : ''}</LiveStatus>
      {picks.count > 0 ? (
        <fieldset className={css.bar} aria-label="Selection">
          <span className={css.count}>{words}</span>
          <CopyButton text={picks.notes.map(({ id }) => id).join('\n')} label="Copy the ids of the selection">
            Copy ids
          </CopyButton>
          <Button icon={<Download size={14} aria-hidden />} onPress={onExport}>
            Export…
          </Button>
          <IconButton label="Clear the selection" shortcut="Esc" onPress={picks.clear}>
            <X size={15} aria-hidden />
          </IconButton>
        </fieldset>
      ) : null}
    </>
  )
}
