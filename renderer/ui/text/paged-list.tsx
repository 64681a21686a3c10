import { type ReactNode, useState } from 'react'
import { Button } from '../controls/button.tsx'
import stackCss from '../layout/stack.module.css'
import css from './paged-list.module.css'

const atATime = 100

/**
 * Shows a list of any length in pages, because a large file could otherwise fill the page with elements. Buttons open the first,
 * last and adjacent pages.
 */
export function PagedList<Item>({
  items,
  name,
  children,
}: {
  readonly items: readonly Item[]
  readonly name: string
  readonly children: (shown: readonly Item[], first: number) => ReactNode
}) {
  const [wanted, setWanted] = useState(0)
  const last = Math.floor(Math.max(0, items.length - 1) / atATime) * atATime
  const first = Math.min(wanted, last)
  if (last === 0) return children(items, 0)
  const end = Math.min(items.length, first + atATime)
  const ways = [
    { words: 'First', to: 0, isOf: first > 0 },
    { words: 'Previous', to: first - atATime, isOf: first > 0 },
    { words: 'Next', to: first + atATime, isOf: first < last },
    { words: 'Last', to: last, isOf: first < last },
  ]
  return (
    <>
      <nav className={stackCss.line} aria-label={name}>
        <span className={css.place} role="status">
          {`${(first + 1).toLocaleString()} to ${end.toLocaleString()} of ${items.length.toLocaleString()}`}
        </span>
        {ways.map(({ words, to, isOf }) => (
          <Button key={words} size="small" variant="quiet" isDisabled={!isOf} onPress={() => setWanted(to)}>
            {words}
          </Button>
        ))}
      </nav>
      {children(items.slice(first, end), first)}
    </>
  )
}
