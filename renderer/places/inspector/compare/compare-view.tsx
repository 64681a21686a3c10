import { useMemo, useState } from 'react'
import { KeyHint } from '#ui/collections/key-hint.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Detail, DetailKeys } from '#ui/layout/detail.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import textCss from '#ui/text/text.module.css'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { readBodyText } from '../../../nouns/deliveries/detail/body-text.ts'
import { PreciseTime } from '../detail/precise-time.tsx'
import css from './compare.module.css'
import { type CompareWith, comparedSends, type Side, type SideNames, useSides } from './compare-sides.ts'
import { CompareStructure } from './compare-structure.tsx'
import { bytes as bytesCopy, compare, compare as copy, headers as headersCopy } from './copy.ts'
import {
  type ByteChanges,
  byteChanges,
  type HeaderPair,
  type HexRow,
  headerPairs,
  hexRowsAround,
  isReordered,
} from './differences.ts'
import { textChanges } from './json-changes.ts'

/** Compares the structure, bytes and headers of two deliveries, or of two bodies of one delivery. */
export function CompareView({
  id,
  compareWith,
  onClose,
  alone,
}: {
  readonly id: number
  readonly compareWith: CompareWith
  readonly onClose: () => void
  readonly alone: boolean
}) {
  const { left, right, error, retry } = useSides(id, compareWith)
  return (
    <Detail
      id="delivery-detail"
      label={copy.region}
      onClose={onClose}
      alone={alone}
      itemKey={id}
      closeLabel={copy.end}
      bar={<h2 className={css.title}>{copy.title}</h2>}
      foot={
        <DetailKeys alone={alone}>
          <KeyHint name="D">{copy.end}</KeyHint>
        </DetailKeys>
      }
    >
      <div className={css.body}>
        {error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : right === null ? (
          <Banner tone="warn" title={copy.wrongBodyTitle}>
            {copy.wrongBody} <i>{copy.wrongBodyFlag}</i>.
          </Banner>
        ) : left && right ? (
          <Sides
            left={left}
            right={right}
            names={
              typeof compareWith === 'number'
                ? copy.deliveries
                : comparedSends(compareWith)
                  ? copy.responses
                  : copy.bodies
            }
          />
        ) : (
          <Skeleton label={copy.loading} lines={9} />
        )}
      </div>
    </Detail>
  )
}

type Tab = 'structure' | 'bytes' | 'headers'

function Sides({
  left,
  right,
  names,
}: {
  readonly left: Side
  readonly right: Side
  readonly names: SideNames
}) {
  const [tab, setTab] = useState<Tab | null>(null)
  const one = useMemo(() => readBodyText(left.bodyBase64), [left.bodyBase64])
  const other = useMemo(() => readBodyText(right.bodyBase64), [right.bodyBase64])
  const bytes = useMemo(() => byteChanges(one.bytes, other.bytes), [one, other])
  const structure = useMemo(() => textChanges(one.json, other.json), [one, other])
  const pairs = useMemo(() => headerPairs(left.headers, right.headers), [left.headers, right.headers])
  const changedHeaders = pairs.filter(({ state }) => state !== 'same').length
  return (
    <>
      <div className={css.sides}>
        <SideHead name={names[0]} side={left} />
        <SideHead name={names[1]} side={right} />
      </div>
      <Tabs<Tab>
        label={copy.tabs}
        selected={tab ?? (structure === null ? 'bytes' : 'structure')}
        onSelect={setTab}
        tabs={[
          {
            id: 'structure',
            title: copy.structure,
            badge: structure ? (
              <span className={css.count}>{structure.changes.length.toLocaleString()}</span>
            ) : null,
            content: <CompareStructure structure={structure} isSame={bytes.at === null} names={names} />,
          },
          {
            id: 'bytes',
            title: copy.bytes,
            badge: bytes.at === null ? <span className={css.count}>{copy.same}</span> : null,
            content: <CompareBytes left={one.bytes} right={other.bytes} bytes={bytes} names={names} />,
          },
          {
            id: 'headers',
            title: copy.headers,
            badge: <span className={css.count}>{changedHeaders.toLocaleString()}</span>,
            content: <CompareHeaders pairs={pairs} left={left} right={right} names={names} />,
          },
        ]}
      />
    </>
  )
}

function SideHead({ name, side }: { readonly name: string; readonly side: Side }) {
  return (
    <section className={css.side} aria-label={name}>
      <span className={css.sideName}>{name}</span>
      <b title={visibleText(side.title)}>
        <VisibleText text={side.title} />
      </b>
      <PreciseTime iso={side.receivedAt} />
      <span className={css.mono}>
        <VisibleText text={side.id ?? copy.noId} />
      </span>
    </section>
  )
}

function CompareBytes({
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
    return <p className={css.view}>{left.length === 0 ? bytesCopy.bothEmpty : bytesCopy.same(left.length)}</p>
  }
  return (
    <div className={css.view}>
      <p>
        {bytesCopy.differ} <b>{at.toLocaleString()}</b> (<code>0x{at.toString(16)}</code>).{' '}
        {bytesCopy.sizes(names[0], left.length, names[1], right.length)}
        {sameEnd > 1 ? bytesCopy.sameEnd(sameEnd) : ''}
      </p>
      <div className={css.pair}>
        <Hex name={names[0]} rows={hexRowsAround(at, left, right)} />
        <Hex name={names[1]} rows={hexRowsAround(at, right, left)} />
      </div>
      <p className={textCss.note}>{bytesCopy.help}</p>
    </div>
  )
}

function Hex({ name, rows }: { readonly name: string; readonly rows: readonly HexRow[] }) {
  const label = bytesCopy.label(name)
  return (
    <figure className={css.hex}>
      <figcaption className={textCss.note}>{name}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section does not keep white space */}
      <pre tabIndex={0} role="region" aria-label={label}>
        {rows.length === 0 ? bytesCopy.ended : null}
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

/** Shows all headers of both sides. Headers with the same name are side by side. */
function CompareHeaders({
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
        {isReordered(left.headers, right.headers) ? headersCopy.reordered : headersCopy.sameOrder}
      </p>
      <table className={css.table} aria-label={headersCopy.table}>
        <thead>
          <tr>
            <th scope="col">{headersCopy.header}</th>
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
                    {headersCopy.also} <VisibleText text={other?.[0] ?? ''} />
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
