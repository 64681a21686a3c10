import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './compare.module.css'
import type { Side, SideNames } from './compare-sides.ts'
import { compare, headers as copy } from './copy.ts'
import { type HeaderPair, isReordered } from './header-pairs.ts'

/** Shows all headers of both sides, with headers of the same name side by side. */
export function CompareHeaders({
  pairs,
  left,
  right,
  names,
}: {
  readonly pairs: readonly HeaderPair[]
  readonly left: Side
  readonly right: Side
  readonly names: SideNames
}) {
  return (
    <div className={css.view}>
      <p className={textCss.note}>
        {isReordered(left.headers, right.headers) ? copy.reordered : copy.sameOrder}
      </p>
      <table className={css.table} aria-label={copy.table}>
        <thead>
          <tr>
            <th scope="col">{copy.header}</th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ left: one, right: other, state }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headers may come twice, and never move
            <tr key={place} data-kind={kinds[state]}>
              <th scope="row">
                <VisibleText text={(one ?? other)?.[0] ?? ''} />
                {state === 'spelled' ? (
                  <span className={css.kind}>
                    {copy.also} <VisibleText text={other?.[0] ?? ''} />
                  </span>
                ) : state === 'same' ? null : (
                  <span className={css.kind}>{kinds[state]}</span>
                )}
              </th>
              <td>
                {one ? (
                  <VisibleText text={one[1]} />
                ) : (
                  <span className={textCss.note}>{compare.missing}</span>
                )}
              </td>
              <td>
                {other ? (
                  <VisibleText text={other[1]} />
                ) : (
                  <span className={textCss.note}>{compare.missing}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const kinds: Readonly<Record<HeaderPair['state'], 'same' | 'changed' | 'added' | 'removed'>> = {
  same: 'same',
  spelled: 'changed',
  changed: 'changed',
  'left-only': 'removed',
  'right-only': 'added',
}
