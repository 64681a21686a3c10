import { ChevronDown, Copy } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { copyMenu as copy } from './copy.ts'
import type { CopyFormat } from './delivery-copying.ts'
import css from './delivery-detail.module.css'

/** `canSign`: only a delivery whose signature is valid is signed again. */
export function CopyMenu({
  canSign,
  onCopy,
}: {
  readonly canSign: boolean
  readonly onCopy: (as: CopyFormat) => void
}) {
  return (
    <Menu
      label={copy.label}
      trigger={
        <Button>
          <Copy size={14} className={css.copyIcon} aria-hidden />
          <span className={css.copyWords}>{copy.button}</span>
          <ChevronDown size={12} className={css.chevron} aria-hidden />
        </Button>
      }
    >
      {copyFormats(canSign).map((as) => (
        <MenuItem key={as} onAction={() => onCopy(as)} shortcut={as === 'curl' ? 'C' : undefined}>
          {copy.formats[as].label}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** In the order of the menu. */
export const copyFormats = (canSign: boolean): readonly CopyFormat[] =>
  canSign ? [...plain.slice(0, 1), ...signed, ...plain.slice(1)] : plain

const plain = ['curl', 'http', 'json', 'fixture'] as const
const signed = ['curl-signed-now', 'curl-signed-here'] as const
