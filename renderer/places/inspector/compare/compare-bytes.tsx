import textCss from '#ui/text/text.module.css'
import { type ByteChanges, type HexRow, hexRowsAround } from './byte-changes.ts'
import css from './compare.module.css'
import type { SideNames } from './compare-sides.ts'
import { bytes as copy } from './copy.ts'

/** Shows the offset where the bytes start to differ, and the bytes of both sides around it. */
export function CompareBytes({
  left,
  right,
  bytes: { at, sameEnd },
  names,
}: {
  readonly left: Uint8Array
  readonly right: Uint8Array
  readonly bytes: ByteChanges
  readonly names: SideNames
}) {
  if (at === null) {
    return <p className={css.view}>{left.length === 0 ? copy.bothEmpty : copy.same(left.length)}</p>
  }
  return (
    <div className={css.view}>
      <p>
        {copy.differ} <b>{at.toLocaleString()}</b> (<code>0x{at.toString(16)}</code>).{' '}
        {copy.sizes(names[0], left.length, names[1], right.length)}
        {sameEnd > 1 ? copy.sameEnd(sameEnd) : ''}
      </p>
      <div className={css.pair}>
        <Hex name={names[0]} rows={hexRowsAround(at, left, right)} />
        <Hex name={names[1]} rows={hexRowsAround(at, right, left)} />
      </div>
      <p className={textCss.note}>{copy.help}</p>
    </div>
  )
}

function Hex({ name, rows }: { readonly name: string; readonly rows: readonly HexRow[] }) {
  const label = copy.label(name)
  return (
    <figure className={css.hex}>
      <figcaption className={textCss.note}>{name}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section does not keep white space */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {rows.length === 0 ? copy.ended : null}
        {rows.map(({ offset, bytes }) => (
          <span key={offset} className={css.line}>
            {`${offset.toString(16).padStart(6, '0')}  `}
            {bytes.map(({ hex, differs }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a byte is its place
              <span key={place}>{differs ? <u>{hex}</u> : hex} </span>
            ))}
            {'   '.repeat(16 - bytes.length)}{' '}
            {bytes.map(({ character, differs }, place) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: a byte is its place
              differs ? <u key={place}>{character}</u> : character,
            )}
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  )
}
