import { useMemo, useState } from 'react'
import { KeyHint } from '#ui/collections/key-hint.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Detail } from '#ui/layout/detail.tsx'
import { DetailKeys } from '#ui/layout/detail-keys.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { readBodyText } from '../../../nouns/deliveries/detail/body-text.ts'
import { PreciseTime } from '../detail/precise-time.tsx'
import { byteChanges } from './byte-changes.ts'
import css from './compare.module.css'
import { CompareBytes } from './compare-bytes.tsx'
import { CompareHeaders } from './compare-headers.tsx'
import { type CompareWith, type Side, type SideNames, useSides } from './compare-sides.ts'
import { CompareStructure } from './compare-structure.tsx'
import { compare as copy } from './copy.ts'
import { headerPairs } from './header-pairs.ts'
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
      of={id}
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
            names={typeof compareWith === 'number' ? copy.deliveries : copy.bodies}
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
