import { classes } from '#ui/class-names.ts'
import { Button } from '#ui/controls/button.tsx'
import type { Comparing } from '../actions/use-compare-actions.ts'
import { menu } from '../compare/copy.ts'
import { detail as copy } from './copy.ts'
import css from './detail-foot.module.css'

/** The keys that work here; while another delivery is to be chosen for a comparison, what to do. */
export function DetailFoot({
  compare,
  canCopy,
}: {
  readonly compare: Comparing | undefined
  readonly canCopy: boolean
}) {
  if (compare?.marked !== undefined)
    return (
      <span className={classes(css.foot, css.marked)}>
        <span role="status">{menu.choose}</span>
        <Button
          size="small"
          variant="quiet"
          onPress={() => compare.onCompare(compare.marked ?? 0, undefined)}
        >
          {menu.cancel}
        </Button>
      </span>
    )
  return (
    <span className={classes(css.foot, css.hints)} aria-hidden>
      <span className={css.key}>
        <kbd>J</kbd>
        <kbd>K</kbd>
        {copy.keys.walk}
      </span>
      {canCopy ? (
        <>
          <span className={css.key}>
            <kbd>R</kbd>
            {copy.keys.replay}
          </span>
          <span className={css.key}>
            <kbd>C</kbd>
            {copy.keys.copy}
          </span>
        </>
      ) : null}
      <span className={css.key}>
        <kbd>Esc</kbd>
        {copy.keys.close}
      </span>
    </span>
  )
}
