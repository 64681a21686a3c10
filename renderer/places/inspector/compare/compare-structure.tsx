import textCss from '#ui/text/text.module.css'
import { VisibleText } from '#ui/text/visible-text.tsx'
import css from './compare.module.css'
import type { SideNames } from './compare-sides.ts'
import { compare, structure as copy } from './copy.ts'
import { formatPath, type Json, type JsonChange, type JsonChanges } from './json-changes.ts'

const maxShown = 500
const maxCharacters = 2000

export function CompareStructure({
  structure,
  isSame,
  names,
}: {
  /** `null` if the bodies can't be compared as JSON. A body must be JSON, small enough to format, and free of duplicate names. */
  readonly structure: JsonChanges | null
  readonly isSame: boolean
  readonly names: SideNames
}) {
  if (structure === null) {
    return <p className={css.view}>{copy.notJson}</p>
  }
  const { changes, reordered } = structure
  return (
    <div className={css.view}>
      <p>{summaryOf(structure, isSame)}</p>
      {reordered.length > 0 ? (
        <p className={textCss.note}>
          {copy.reordered}{' '}
          {reordered.slice(0, 20).map((path, place) => (
            <span key={formatPath(path)}>
              {place > 0 ? ', ' : ''}
              <code>
                <VisibleText text={formatPath(path)} />
              </code>
            </span>
          ))}
          . {copy.reorderedHelp}
        </p>
      ) : null}
      {changes.length > 0 ? (
        <table className={css.table} aria-label={copy.table}>
          <thead>
            <tr>
              <th scope="col">{copy.path}</th>
              <th scope="col">{names[0]}</th>
              <th scope="col">{names[1]}</th>
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, maxShown).map((change) => (
              <tr key={formatPath(change.path)} data-kind={change.kind}>
                <th scope="row">
                  <VisibleText text={formatPath(change.path)} />
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
      {changes.length > maxShown ? (
        <p className={textCss.note}>{copy.more(changes.length - maxShown)}</p>
      ) : null}
    </div>
  )
}

function summaryOf({ changes, reordered }: JsonChanges, isSame: boolean): string {
  if (isSame) return copy.same
  if (changes.length > 0) {
    const counts = (['changed', 'added', 'removed'] as const).flatMap((kind) => {
      const count = changes.filter((change: JsonChange) => change.kind === kind).length
      return count > 0 ? [`${count.toLocaleString()} ${kind}`] : []
    })
    return `${counts.join(', ')}.`
  }
  return reordered.length > 0 ? copy.sameValues : copy.sameMeaning
}

function Value({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <span className={textCss.note}>{compare.missing}</span>
  const text = JSON.stringify(value)
  return (
    <code>
      <VisibleText text={text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text} />
    </code>
  )
}
