import { useQuery } from '@tanstack/react-query'
import { ToggleButton } from 'react-aria-components'
import type { ViewCount } from '#shared/deliveries/view.ts'
import { classes } from '#ui/class-names.ts'
import { WithTooltip } from '#ui/overlays/tooltip.tsx'
import { useApi } from '../../../host/client.ts'
import { views as copy } from '../../../nouns/deliveries/filter/copy.ts'
import css from './view-bar.module.css'
import { viewCount } from './view-queries.ts'

export function ViewChip({
  name,
  meaning,
  q,
  isChosen,
  onPress,
}: {
  readonly name: string
  /** Tooltip text. */
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
        {/* Shows no 0, because beside *Not verified 3*, *Failed 0* would read as a contradiction. */}
        <span className={css.count}>{isNone ? '' : count}</span>
      </ToggleButton>
    </WithTooltip>
  )
}

/** Formats a count, with a plus if there may be more: *1,000+*. */
export function formatCount({ count, isMore }: ViewCount): string {
  return `${count.toLocaleString()}${isMore ? '+' : ''}`
}
