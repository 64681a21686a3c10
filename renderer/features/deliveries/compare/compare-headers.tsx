import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './compare.module.css'
import type { Side, SideNames } from './compare-sides.ts'
import { type HeaderPair, isReordered } from './header-pairs.ts'

/** All headers of both, those of one name beside each other. */
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
      <p className={css.quiet}>
        {isReordered(left.headers, right.headers)
          ? 'They stand in another order. Here each stands beside its like.'
          : 'They stand in the same order.'}
      </p>
      <table className={css.table} aria-label="Headers of both">
        <thead>
          <tr>
            <th scope="col">Header</th>
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
                    also <VisibleText text={other?.[0] ?? ''} />
                  </span>
                ) : state === 'same' ? null : (
                  <span className={css.kind}>{kinds[state]}</span>
                )}
              </th>
              <td>{one ? <VisibleText text={one[1]} /> : <span className={css.quiet}>not there</span>}</td>
              <td>
                {other ? <VisibleText text={other[1]} /> : <span className={css.quiet}>not there</span>}
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
