import { classes } from '../../ui/class-names.ts'
import { LiveStatus } from '../../ui/visually-hidden.tsx'
import css from './completion-list.module.css'
import { count } from './list-remarks.ts'
import type { Completion } from './use-completion.ts'

/** Below the field: what may complete the search. The focus stays in the field. */
export function CompletionList({ id, completion }: { readonly id: string; readonly completion: Completion }) {
  const { items, active, pick } = completion
  if (items.length === 0) return null
  return (
    <div className={css.place}>
      <LiveStatus>{`${count(items.length, 'suggestion')}; the arrow keys choose one`}</LiveStatus>
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
            <span className={classes(css.label, item.kind === 'key' && css.key)}>{item.label}</span>
            <span className={css.detail}>{item.detail}</span>
            {item.notes === null ? null : (
              <span className={css.notes} title={`${count(item.notes, 'note')} known`}>
                {item.notes.toLocaleString()}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}
