import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './compare.module.css'
import type { SideNames } from './compare-sides.ts'
import { type Json, type JsonChange, type JsonChanges, pathWords } from './json-changes.ts'

const mostShown = 500
const mostCharacters = 2000

/** Paths that one of them does not have, or has with another value. */
export function CompareStructure({
  structure,
  isSame,
  names,
}: {
  /** `null`: not both of them are JSON that can be laid out. */
  readonly structure: JsonChanges | null
  /** To the byte. */
  readonly isSame: boolean
  readonly names: SideNames
}) {
  if (structure === null) {
    return (
      <p className={css.view}>They are not both JSON of a size that can be laid out. Compare their bytes.</p>
    )
  }
  const { changes, reordered } = structure
  return (
    <div className={css.view}>
      <p>{summaryOf(structure, isSame)}</p>
      {reordered.length > 0 ? (
        <p className={css.quiet}>
          Keys stand in another order in{' '}
          {reordered.slice(0, 20).map((path, place) => (
            <span key={pathWords(path)}>
              {place > 0 ? ', ' : ''}
              <code>
                <VisibleText text={pathWords(path)} />
              </code>
            </span>
          ))}
          . JSON gives their order no meaning; a signature does.
        </p>
      ) : null}
      {changes.length > 0 ? (
        <table className={css.table} aria-label="Differences in structure">
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">{names[0]}</th>
              <th scope="col">{names[1]}</th>
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, mostShown).map((change) => (
              <tr key={pathWords(change.path)} data-kind={change.kind}>
                <th scope="row">
                  <VisibleText text={pathWords(change.path)} />
                  <span className={css.kind}>{change.kind}</span>
                </th>
                <td>
                  <Value value={'before' in change ? change.before : undefined} />
                </td>
                <td>
                  <Value value={'after' in change ? change.after : undefined} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {changes.length > mostShown ? (
        <p className={css.quiet}>{(changes.length - mostShown).toLocaleString()} more are not shown.</p>
      ) : null}
    </div>
  )
}

function summaryOf({ changes, reordered }: JsonChanges, isSame: boolean): string {
  if (isSame) return 'They are the same, byte by byte.'
  if (changes.length > 0) {
    const said = (['changed', 'added', 'removed'] as const).flatMap((kind) => {
      const count = changes.filter((change: JsonChange) => change.kind === kind).length
      return count > 0 ? [`${count.toLocaleString()} ${kind}`] : []
    })
    return `${said.join(', ')}.`
  }
  return reordered.length > 0
    ? 'They say the same, with keys in another order.'
    : 'They say the same; only how it is written differs, such as spaces or escapes. Their bytes tell.'
}

function Value({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <span className={css.quiet}>not there</span>
  const text = JSON.stringify(value)
  return (
    <code>
      <VisibleText text={text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text} />
    </code>
  )
}
