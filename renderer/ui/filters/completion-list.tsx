import { Fragment, type RefObject, type SyntheticEvent, useContext, useRef } from 'react'
import { Popover as AriaPopover } from 'react-aria-components'
import { classes } from '../class-names.ts'
import { useEndWithResize } from '../overlays/popover.tsx'
import { Place } from '../overlays/popover-place.tsx'
import { Visible, VisibleText } from '../text/visible-text.tsx'
import { LiveStatus } from '../text/visually-hidden.tsx'
import css from './completion-list.module.css'
import type { Completion, CompletionItem } from './use-completion.ts'

/** The grouped suggestions below a field. The focus stays in the field. */
export function CompletionList({
  id,
  label,
  field,
  completion,
  onClose,
}: {
  readonly id: string
  readonly label: string
  readonly field: RefObject<HTMLElement | null>
  readonly completion: Completion
  readonly onClose: () => void
}) {
  const { items, active, pick } = completion
  const place = useContext(Place)
  const isOpen = items.length > 0
  const popover = useRef<HTMLElement>(null)
  useEndWithResize(popover, onClose)
  return (
    <>
      <LiveStatus>{isOpen ? `${items.length} suggestion${items.length === 1 ? '' : 's'}` : ''}</LiveStatus>
      <AriaPopover
        ref={popover}
        triggerRef={field}
        isNonModal
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
        placement="bottom start"
        offset={4}
        containerPadding={8}
        {...(place ? { UNSTABLE_portalContainer: place } : {})}
        className={css.popover ?? ''}
      >
        <div
          id={id}
          role="listbox"
          aria-label={label}
          className={css.list}
          onPointerDown={keepFocus}
          onMouseDown={keepFocus}
        >
          {groupsOf(items).map(({ name, from, items: grouped }) => {
            const options = grouped.map((item, index) => (
              <Option
                key={item.insert}
                id={`${id}-${from + index}`}
                item={item}
                isActive={from + index === active}
                onPick={() => pick(item)}
              />
            ))
            return name === undefined ? (
              <Fragment key={from}>{options}</Fragment>
            ) : (
              // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box
              <div key={name} role="group" aria-labelledby={`${id}-of-${from}`} className={css.group}>
                <div id={`${id}-of-${from}`} role="presentation" className={css.heading}>
                  {name}
                </div>
                {options}
              </div>
            )
          })}
        </div>
      </AriaPopover>
    </>
  )
}

function Option({
  id,
  item,
  isActive,
  onPick,
}: {
  readonly id: string
  readonly item: CompletionItem
  readonly isActive: boolean
  readonly onPick: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and the keys
    <div
      ref={isActive ? scrollIntoList : null}
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes(css.item, isActive && css.active)}
      onClick={onPick}
    >
      <span className={classes(css.label, item.isKey && css.key)}>
        <VisibleText text={item.label} />
      </span>
      {item.detail === '' ? null : (
        <span className={css.detail}>
          <Visible>{item.detail}</Visible>
        </span>
      )}
      {item.count === undefined ? null : (
        <span className={css.count} title={item.count.title}>
          {item.count.text}
        </span>
      )}
    </div>
  )
}

const keepFocus = (event: SyntheticEvent) => event.preventDefault()

function scrollIntoList(option: HTMLElement | null) {
  const list = option?.closest<HTMLElement>('[role="listbox"]')
  if (!option || !list) return
  const [outer, inner] = [list.getBoundingClientRect(), option.getBoundingClientRect()]
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom
}

interface Group {
  readonly name: string | undefined
  readonly from: number
  readonly items: CompletionItem[]
}

function groupsOf(items: readonly CompletionItem[]): readonly Group[] {
  const groups: Group[] = []
  for (const [at, item] of items.entries()) {
    const last = groups.at(-1)
    if (last && last.name === item.group) last.items.push(item)
    else groups.push({ name: item.group, from: at, items: [item] })
  }
  return groups
}
