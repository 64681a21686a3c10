import { KeyHint } from '#ui/collections/key-hint.tsx'
import { Button } from '#ui/controls/button.tsx'
import { DetailKeys } from '#ui/layout/detail-keys.tsx'
import type { Comparing } from '../actions/use-compare-actions.ts'
import { menu } from '../compare/copy.ts'
import { detail as copy } from './copy.ts'
import css from './detail-foot.module.css'

/** The keys that work here; while another delivery is to be chosen for a comparison, what to do. */
export function DetailFoot({
  alone,
  compare,
  canCopy,
}: {
  readonly alone: boolean
  /** While another delivery is to be chosen in the one pane there is. */
  readonly compare: Comparing | undefined
  readonly canCopy: boolean
}) {
  if (compare?.marked !== undefined)
    return (
      <span className={css.choosing}>
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
    <DetailKeys alone={alone}>
      {canCopy ? (
        <>
          <KeyHint name="R">{copy.keys.replay}</KeyHint>
          <KeyHint name="C">{copy.keys.copy}</KeyHint>
        </>
      ) : null}
    </DetailKeys>
  )
}
