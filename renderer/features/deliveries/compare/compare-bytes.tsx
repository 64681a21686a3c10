import { type ByteChanges, type HexRow, hexRowsAround } from './byte-changes.ts'
import css from './compare.module.css'
import type { SideNames } from './compare-sides.ts'

/** Where the bytes part, and what stands there on both sides. */
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
    return (
      <p className={css.view}>
        {left.length === 0 ? 'Both are empty.' : `They are the same, all ${sizeOf(left)}.`}
      </p>
    )
  }
  return (
    <div className={css.view}>
      <p>
        They differ from offset <b>{at.toLocaleString()}</b> on (<code>0x{at.toString(16)}</code>). {names[0]}
        : {sizeOf(left)}. {names[1]}: {sizeOf(right)}.
        {sameEnd > 1 ? ` The last ${sameEnd.toLocaleString()} are the same again.` : ''}
      </p>
      <div className={css.pair}>
        <Hex name={names[0]} rows={hexRowsAround(at, left, right)} />
        <Hex name={names[1]} rows={hexRowsAround(at, right, left)} />
      </div>
      <p className={css.quiet}>
        What is underlined differs from what the other has at the same place. A byte that was put in moves all
        that follow.
      </p>
    </div>
  )
}

function Hex({ name, rows }: { readonly name: string; readonly rows: readonly HexRow[] }) {
  const label = `Bytes of ${name.toLowerCase()}`
  return (
    <figure className={css.hex}>
      <figcaption className={css.quiet}>{name}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section does not keep white space */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {rows.length === 0 ? 'It ends before.' : null}
        {rows.map(({ offset, bytes }) => (
          <span key={offset} className={css.line}>
            {`${offset.toString(16).padStart(6, '0')}  `}
            {bytes.map(({ hex, differs }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a byte is its place
              <span key={place}>{differs ? <u>{hex}</u> : hex} </span>
            ))}
            {'   '.repeat(16 - bytes.length)}{' '}
            {bytes.map(({ sign, differs }, place) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: a byte is its place
              differs ? <u key={place}>{sign}</u> : sign,
            )}
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  )
}

const sizeOf = ({ length }: Uint8Array) => `${length.toLocaleString()} byte${length === 1 ? '' : 's'}`
