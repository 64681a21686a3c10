import { Check } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { VisibleText } from '../text/visible-text.tsx'
import css from './virtual-list.module.css'

interface VirtualRowProps<Item> {
  readonly id: string
  readonly item: Item
  /** The same function as long as it draws the same. */
  readonly renderItem: (item: Item) => ReactNode
  /** From 1, and of how many; -1 if that is not known. */
  readonly position: number
  readonly total: number
  readonly label: string | undefined
  readonly heading: string | undefined
  /** In pixels. */
  readonly top: number
  readonly height: number
  readonly isOpen: boolean
  readonly isActive: boolean
  /** Its menu is open. */
  readonly hasMenu: boolean
  readonly isNew: boolean
  /** `null` where no rows are picked. */
  readonly picked: boolean | null
  readonly pickMark: 'before' | 'over'
}

/** One row of a list of any length, without handlers: those are on the list. Drawn again only when something of it changed. */
export const VirtualRow = memo(function VirtualRow<Item>({
  id,
  item,
  renderItem,
  position,
  total,
  label,
  heading,
  top,
  height,
  isOpen,
  isActive,
  hasMenu,
  isNew,
  picked,
  pickMark,
}: VirtualRowProps<Item>) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and the keys
    <div
      id={id}
      role="option"
      aria-selected={picked ?? isOpen}
      aria-current={picked !== null && isOpen ? true : undefined}
      aria-posinset={position}
      aria-setsize={total}
      aria-label={label}
      className={classes(
        css.row,
        isOpen && css.selected,
        picked && css.picked,
        isActive && css.active,
        hasMenu && css.hasMenu,
        isNew && css.fresh,
      )}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {heading === undefined ? null : (
        <span className={css.heading} style={{ height: headingHeight }} aria-hidden>
          <VisibleText text={heading} />
        </span>
      )}
      {picked === null ? null : (
        <span className={classes(css.mark, pickMark === 'over' && css.over)} data-pick aria-hidden>
          <span className={css.box}>{picked ? <Check size={11} strokeWidth={3} /> : null}</span>
        </span>
      )}
      {renderItem(item)}
    </div>
  )
}) as <Item>(props: VirtualRowProps<Item>) => ReactNode

/** In pixels. */
export const headingHeight = 30
