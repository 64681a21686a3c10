import { ChevronDown, Play } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { replayAction as copy } from '../copy.ts'
import css from './replay.module.css'

/** Sends a delivery to the last used receiver, with a menu of other ways to send it. */
export function ReplayButton({
  to,
  onReplay,
  onReplayTo,
  onEdit,
}: {
  readonly to: string | null
  readonly onReplay: () => void
  readonly onReplayTo: () => void
  readonly onEdit: () => void
}) {
  const words = to === null ? copy.action : copy.actionToNamed(visibleText(to))
  return (
    <span className={css.split} data-named={to === null ? undefined : true}>
      <Button
        variant="primary"
        icon={<Play size={14} className={css.play} aria-hidden />}
        aria-label={words}
        onPress={onReplay}
      >
        <span className={css.words} title={words}>
          {words}
        </span>
      </Button>
      <Menu
        label={copy.moreWays}
        trigger={
          <IconButton label={copy.moreWays} className={css.more}>
            <ChevronDown size={12} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onAction={onReplay} shortcut="R">
          {words}
        </MenuItem>
        <MenuItem onAction={onReplayTo} shortcut="⇧R">
          {copy.actionTo}
        </MenuItem>
        <MenuItem onAction={onEdit} shortcut="E">
          {copy.actionEdit}
        </MenuItem>
      </Menu>
    </span>
  )
}
