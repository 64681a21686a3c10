import { Check } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { classes } from '../class-names.ts'
import { VisibleText } from '../text/visible-text.tsx'
import css from './virtual-list.module.css'

interface VirtualRowProps<Item> {
  readonly id: string
  readonly item: Item
  readonly renderItem: (item: Item) => ReactNode
  /** The position, starting at 1, and the number of rows. `total` is -1 if unknown. */
  readonly position: number
  readonly total: number
  readonly label: string | undefined
  readonly heading: string | undefined
  readonly top: number
  readonly height: number
  readonly isOpen: boolean
  readonly isActive: boolean
  readonly hasMenu: boolean
  readonly isNew: boolean
  /** Whether the row is selected, or `null` if rows can't be selected. */
  readonly picked: boolean | null
  readonly pickMark: 'before' | 'over'
}

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

export const headingHeight = 30
