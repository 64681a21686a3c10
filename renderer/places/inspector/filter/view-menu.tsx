import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, Check, ChevronDown, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  type Selection,
  Separator,
  ToggleButton,
} from 'react-aria-components'
import type { DeliveryView, ViewCount } from '#shared/deliveries/view.ts'
import { classes } from '#ui/class-names.ts'
import list from '#ui/overlays/popover.module.css'
import { ListPopover } from '#ui/overlays/popover.tsx'
import { WithTooltip } from '#ui/overlays/tooltip.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { views as copy } from '../../../nouns/deliveries/filter/copy.ts'
import { shortViews } from '../../../nouns/deliveries/filter/fixed-views.ts'
import { viewCount } from '../../../nouns/deliveries/queries.ts'
import css from './view-bar.module.css'

interface NamedFilter {
  readonly name: string
  readonly q: string
}

/**
 * A menu with all views and the actions for the current filter. Its button shows the chosen view's name, unless that view has its
 * own chip.
 */
export function ViewMenu({
  id,
  q,
  always,
  own,
  onChoose,
  onSave,
  onRename,
  onRemove,
}: {
  readonly id: string
  readonly q: string
  readonly always: readonly NamedFilter[]
  readonly own: readonly DeliveryView[]
  readonly onChoose: (q: string) => void
  readonly onSave: (() => void) | undefined
  readonly onRename: () => void
  readonly onRemove: (id: number) => void
}) {
  const mine = own.find((view) => view.q === q)
  const hasChip = shortViews.some((view) => view.q === q)
  const chosen = mine ?? (hasChip ? undefined : always.find((view) => view.q === q))
  return (
    <MenuTrigger>
      <Button id={id} className={classes(css.chip, css.trigger)} data-chosen={chosen ? true : undefined}>
        <Bookmark size={14} className={css.icon} aria-hidden />
        <span className={css.name}>
          {copy.label}
          {chosen ? (
            <>
              {': '}
              <VisibleText text={chosen.name} />
            </>
          ) : null}
        </span>
        <ChevronDown size={12} aria-hidden />
      </Button>
      <ListPopover placement="bottom end">
        <Menu className={classes(list.list, css.menu)} aria-label={copy.label}>
          <Views label={copy.label} views={always} q={q} onChoose={onChoose} />
          {own.length === 0 ? null : (
            <Views label={copy.yours} views={own} q={q} onChoose={onChoose} isNamed />
          )}
          {onSave || mine ? <Separator className={css.line ?? ''} /> : null}
          {onSave ? (
            <Action icon={<BookmarkPlus size={14} aria-hidden />} text={copy.save} onAction={onSave} />
          ) : null}
          {mine ? (
            <>
              <Action
                icon={<Pencil size={14} aria-hidden />}
                text={copy.rename(mine.name)}
                onAction={onRename}
              />
              <Action
                icon={<Trash2 size={14} aria-hidden />}
                text={copy.delete(mine.name)}
                onAction={() => onRemove(mine.id)}
              />
            </>
          ) : null}
        </Menu>
      </ListPopover>
    </MenuTrigger>
  )
}

function Views({
  label,
  views,
  q,
  onChoose,
  isNamed = false,
}: {
  readonly label: string
  readonly views: readonly NamedFilter[]
  readonly q: string
  readonly onChoose: (q: string) => void
  readonly isNamed?: boolean
}) {
  const choose = (keys: Selection) => {
    const [key = q] = keys === 'all' ? [] : [...keys]
    onChoose(String(key))
  }
  const name = isNamed ? <Header className={css.heading ?? ''}>{label}</Header> : null
  return (
    <MenuSection
      {...(isNamed ? {} : { 'aria-label': label })}
      selectionMode="single"
      selectedKeys={[q]}
      onSelectionChange={choose}
    >
      {name}
      {views.map((view) => (
        <MenuItem key={view.q} id={view.q} className={list.item ?? ''} textValue={view.name}>
          <span className={css.mark}>{view.q === q ? <Check size={14} aria-hidden /> : null}</span>
          <span className={list.words}>
            <VisibleText text={view.name} />
          </span>
          <Count q={view.q} />
        </MenuItem>
      ))}
    </MenuSection>
  )
}

function Count({ q }: { readonly q: string }) {
  const { data } = useQuery(viewCount(useApi(), q))
  return <span className={css.count}>{data === undefined ? '' : formatCount(data)}</span>
}

function Action({
  icon,
  text,
  onAction,
}: {
  readonly icon: ReactNode
  readonly text: string
  readonly onAction: () => void
}) {
  return (
    <MenuItem className={list.item ?? ''} textValue={text} onAction={onAction}>
      <span className={css.mark}>{icon}</span>
      <span className={list.words}>
        <VisibleText text={text} />
      </span>
    </MenuItem>
  )
}

export function ViewChip({
  name,
  meaning,
  q,
  isChosen,
  onPress,
}: {
  readonly name: string
  readonly meaning: string
  readonly q: string
  readonly isChosen: boolean
  readonly onPress: () => void
}) {
  const { data } = useQuery(viewCount(useApi(), q))
  const count = data === undefined ? '' : formatCount(data)
  const isNone = data?.count === 0
  return (
    <WithTooltip text={meaning}>
      <ToggleButton
        className={classes(css.chip, css.quick)}
        isSelected={isChosen}
        onPress={onPress}
        aria-label={count === '' ? name : copy.chip(name, count)}
      >
        {name}
        {/* Zero is not shown, because *Failed 0* beside *Not verified 3* would look like a contradiction. */}
        <span className={css.count}>{isNone ? '' : count}</span>
      </ToggleButton>
    </WithTooltip>
  )
}

/** Formats a count. A plus shows that there may be more, such as *1,000+*. */
function formatCount({ count, isMore }: ViewCount): string {
  return `${count.toLocaleString()}${isMore ? '+' : ''}`
}
