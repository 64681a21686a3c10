import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ToggleButton } from 'react-aria-components'
import type { ViewCount } from '#shared/deliveries/view.ts'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { views as copy } from './copy.ts'
import css from './view-bar.module.css'
import { viewCount } from './view-queries.ts'

export function ViewChip({
  name,
  q,
  isChosen,
  onPress,
}: {
  readonly name: string
  readonly q: string
  readonly isChosen: boolean
  readonly onPress: () => void
}) {
  const { data } = useQuery(viewCount(useApi(), q))
  const count = data === undefined ? '' : formatCount(data)
  const chip = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isChosen) chip.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [isChosen])
  return (
    <ToggleButton
      ref={chip}
      className={css.chip ?? ''}
      isSelected={isChosen}
      onPress={onPress}
      aria-label={count === '' ? name : copy.chip(name, count)}
    >
      <span className={css.name}>
        <VisibleText text={name} />
      </span>
      <span className={css.count}>{count}</span>
    </ToggleButton>
  )
}

/** For example *1,000+* if there may be more. */
export function formatCount({ count, isMore }: ViewCount): string {
  return `${count.toLocaleString()}${isMore ? '+' : ''}`
}
