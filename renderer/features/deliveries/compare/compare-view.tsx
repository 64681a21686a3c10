import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Badge } from '#ui/feedback/status-pill.tsx'
import { Detail, DetailText, DetailTitle } from '#ui/layout/detail.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { readBodyText } from '../detail/body-text.ts'
import { byteChanges } from './byte-changes.ts'
import css from './compare.module.css'
import { CompareBytes } from './compare-bytes.tsx'
import { CompareHeaders } from './compare-headers.tsx'
import { type CompareWith, type Side, type SideNames, useSides } from './compare-sides.ts'
import { CompareStructure } from './compare-structure.tsx'
import { headerPairs } from './header-pairs.ts'
import { type Json, jsonChanges } from './json-changes.ts'

/** Two deliveries, or two bodies of one, beside each other: what they say, their bytes and their headers. */
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
    <Detail id="delivery-detail" label="Comparison" onClose={onClose} alone={alone} of={id}>
      <DetailText>
        <header className={css.header}>
          <DetailTitle text="Compare" />
          <Button size="small" icon={<X size={13} aria-hidden />} onPress={onClose}>
            End comparing
          </Button>
        </header>
        {error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : right === null ? (
          <Banner tone="warn" title="This body does not belong to the delivery that is chosen.">
            End comparing, and choose a delivery with the flag <i>Body changed</i>.
          </Banner>
        ) : left && right ? (
          <Sides left={left} right={right} names={typeof compareWith === 'number' ? marks : bodies} />
        ) : (
          <Skeleton label="Reading both" lines={9} />
        )}
      </DetailText>
    </Detail>
  )
}

const marks = ['Marked', 'Chosen'] as const
const bodies = ['First body', 'Other body'] as const

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
  const structure = useMemo(
    () =>
      one.json === null || other.json === null
        ? null
        : jsonChanges(JSON.parse(one.json) as Json, JSON.parse(other.json) as Json),
    [one, other],
  )
  const pairs = useMemo(() => headerPairs(left.headers, right.headers), [left.headers, right.headers])
  const changedHeaders = pairs.filter(({ state }) => state !== 'same').length
  return (
    <>
      <div className={css.sides}>
        <SideHead name={names[0]} side={left} />
        <SideHead name={names[1]} side={right} />
      </div>
      <Tabs<Tab>
        label="What is compared"
        selected={tab ?? (structure === null ? 'bytes' : 'structure')}
        onSelect={setTab}
        tabs={[
          {
            id: 'structure',
            title: 'Structure',
            badge: structure ? <Badge>{structure.changes.length}</Badge> : null,
            content: <CompareStructure structure={structure} isSame={bytes.at === null} names={names} />,
          },
          {
            id: 'bytes',
            title: 'Bytes',
            badge: bytes.at === null ? <Badge>same</Badge> : null,
            content: <CompareBytes left={one.bytes} right={other.bytes} bytes={bytes} names={names} />,
          },
          {
            id: 'headers',
            title: 'Headers',
            badge: <Badge>{changedHeaders}</Badge>,
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
      <span className={css.quiet}>{name}</span>
      <b>
        <VisibleText text={side.title} />
      </b>
      <code>
        <VisibleText text={side.id ?? 'no id'} />
      </code>
      <span className={css.quiet}>
        received <TimeText iso={side.receivedAt} show="exact" />
      </span>
    </section>
  )
}
