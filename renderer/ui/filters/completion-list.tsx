import { classes } from '../class-names.ts'
import { Visible, VisibleText } from '../text/visible-text.tsx'
import { LiveStatus } from '../text/visually-hidden.tsx'
import css from './completion-list.module.css'
import type { Completion } from './use-completion.ts'

/** Below the field: what may complete the search. The focus stays in the field. */
export function CompletionList({ id, completion }: { readonly id: string; readonly completion: Completion }) {
  const { items, active, pick } = completion
  if (items.length === 0) return null
  return (
    <div className={css.place}>
      <LiveStatus>{`${items.length} suggestion${items.length === 1 ? '' : 's'}; the arrow keys choose one`}</LiveStatus>
      <div id={id} role="listbox" aria-label="Complete the search" className={css.list}>
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and the keys
          <div
            key={item.insert}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes(css.item, index === active && css.active)}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(item)}
          >
            <span className={classes(css.label, item.isKey && css.key)}>
              <VisibleText text={item.label} />
            </span>
            <span className={css.detail}>
              <Visible>{item.detail}</Visible>
            </span>
            {item.count === undefined ? null : (
              <span className={css.count} title={item.count.title}>
                {item.count.text}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
