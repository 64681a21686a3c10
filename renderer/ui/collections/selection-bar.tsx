import { Ellipsis, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { type ActionGroups, fullActions } from '../overlays/action.ts'
import { ActionItems, Menu } from '../overlays/menu.tsx'
import { LiveStatus } from '../text/visually-hidden.tsx'
import css from './selection-bar.module.css'

export function SelectionBar({
  count,
  total,
  onClear,
  actions,
}: {
  readonly count: number
  /** The number of all rows, if more can be loaded and the number is known. */
  readonly total: number | null
  readonly onClear: () => void
  readonly actions: ActionGroups
}) {
  const isPart = total !== null && total > count
  const words = `${count.toLocaleString()}${isPart ? ` of ${total.toLocaleString()}` : ''} selected`
  return (
    <>
      <LiveStatus>{count > 0 ? words : ''}</LiveStatus>
      {count > 0 ? (
        <fieldset className={css.bar} aria-label="Selection">
          <span className={css.count}>{words}</span>
          <IconButton label="Clear the selection" shortcut="Esc" onPress={onClear}>
            <X size={15} aria-hidden />
          </IconButton>
          <Actions groups={actions} />
        </fieldset>
      ) : null}
    </>
  )
}

/** Shows as many buttons as fit, and the remaining actions in a menu. */
function Actions({ groups }: { readonly groups: ActionGroups }) {
  const row = useRef<HTMLSpanElement>(null)
  const possible = groups.flat().filter(({ disabled }) => disabled === undefined)
  const fitting = Math.min(useFitting(row, possible.map(({ label }) => label).join()), possible.length)
  return (
    <>
      <span ref={row} className={css.actions}>
        {possible.map(({ id, label, full, icon: Icon, run }, at) => (
          <Button
            key={id}
            size="small"
            aria-label={full ?? label}
            className={at < fitting ? undefined : css.cut}
            icon={Icon ? <Icon size={14} aria-hidden /> : null}
            onPress={run}
          >
            {label}
          </Button>
        ))}
      </span>
      {fitting < possible.length ? (
        <Menu
          label={more}
          trigger={
            <IconButton label={more}>
              <Ellipsis size={15} aria-hidden />
            </IconButton>
          }
        >
          <ActionItems groups={fullActions([possible.slice(fitting)])} />
        </Menu>
      ) : null}
    </>
  )
}

const more = 'More actions'

/** Returns how many children fit in the first line of a wrapping row. Measures again when `content` changes. */
function useFitting(row: { readonly current: HTMLElement | null }, content: string): number {
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content has other widths
  useLayoutEffect(() => {
    const { current } = row
    if (!current) return
    const measure = () => {
      const children = [...current.children] as HTMLElement[]
      const top = children[0]?.offsetTop ?? 0
      const cut = children.findIndex(({ offsetTop }) => offsetTop > top)
      setFitting(cut < 0 ? Number.POSITIVE_INFINITY : cut)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [row, content])
  return fitting
}
