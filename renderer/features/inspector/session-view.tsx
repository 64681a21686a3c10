import { FileX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { DeliveryDetail } from '../../../shared/domain/delivery.ts'
import { parseDeliveryFilter } from '../../../shared/domain/delivery-filter.ts'
import { discoveries } from '../../../shared/domain/discovery.ts'
import { useEndpointNames } from '../../queries/endpoint-names.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Detail } from '../../ui/detail.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SplitPane } from '../../ui/split-pane.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import { WholeDelivery } from './delivery-detail.tsx'
import { DeliveryHead, DeliveryRow, spokenDelivery } from './delivery-row.tsx'
import { FilterBar } from './filter-bar.tsx'
import css from './inspector-page.module.css'
import type { DetailTab } from './inspector-search.ts'
import type { OpenedSession } from './read-session.ts'
import { passing } from './session-filter.ts'

/** A session of another Notehook, to be read and nothing else. */
export function SessionView({
  session: { head, deliveries, file },
  onClose,
}: {
  readonly session: OpenedSession
  readonly onClose: () => void
}) {
  const narrow = useMedia('(max-width: 1000px)')
  const onePane = useMedia('(max-width: 680px)')
  const endpoints = useEndpointNames()
  const [chosen, setChosen] = useState<DeliveryDetail | null>(null)
  const [asked, setAsked] = useState('')
  const filter = useMemo(() => parseDeliveryFilter(asked), [asked])
  const shown = useMemo(() => passing(deliveries, filter), [deliveries, filter])
  const discovered = useMemo(() => discoveries(deliveries), [deliveries])
  const [tab, setTab] = useState<DetailTab>('payload')

  const list = (
    <section className={css.page} aria-label="Deliveries of the session">
      <div className={css.filter}>
        <FilterBar asked={asked} onAsk={setAsked} deliveries={deliveries} endpoints={endpoints} />
      </div>
      <DeliveryHead />
      <VirtualList
        label="Deliveries of the session"
        items={shown}
        keyOf={keyOf}
        renderItem={(delivery) => (
          <DeliveryRow delivery={delivery} endpoints={endpoints} discovered={discovered.get(delivery.id)} />
        )}
        labelOf={(delivery) => spokenDelivery(delivery, endpoints, discovered.get(delivery.id))}
        selectedKey={chosen?.id ?? null}
        onSelect={setChosen}
        onOpen={() => document.getElementById('delivery-detail')?.focus()}
        rowHeight={50}
        total={shown.length}
        footer={
          shown.length === 0
            ? 'No delivery of the file passes the filter'
            : shown.length === deliveries.length
              ? 'That is all'
              : `${shown.length.toLocaleString()} of ${deliveries.length.toLocaleString()} pass the filter`
        }
      />
    </section>
  )
  const detail = chosen ? (
    <Detail id="delivery-detail" label="Delivery" onClose={() => setChosen(null)} alone={onePane}>
      <WholeDelivery key={chosen.id} delivery={chosen} tab={tab} onTab={setTab} isForeign />
    </Detail>
  ) : (
    <EmptyState icon={FileX} title="No delivery chosen">
      Choose one to see what came and how it was judged there.
    </EmptyState>
  )
  return (
    <div className={css.page}>
      <Toolbar
        level={1}
        title={head.title === '' ? 'Session' : head.title}
        subtitle={`${deliveries.length.toLocaleString()} deliver${deliveries.length === 1 ? 'y' : 'ies'} in the file`}
      >
        <Button variant="primary" onPress={onClose}>
          Back to the inspector
        </Button>
      </Toolbar>
      <Banner edge tone="info" title="This is a file.">
        <VisibleText text={file} />, exported{' '}
        {Number.isNaN(Date.parse(head.exported_at)) ? (
          <VisibleText text={head.exported_at} />
        ) : (
          <TimeText iso={head.exported_at} />
        )}
        . The verdicts are those of whoever wrote it: nothing was verified here, and nothing of it is kept.
      </Banner>
      <div className={css.panes}>
        {onePane ? (
          chosen ? (
            detail
          ) : (
            list
          )
        ) : (
          <SplitPane
            name="session-list"
            label="the list"
            initial={narrow ? 350 : 440}
            min={280}
            max={900}
            side={list}
          >
            {detail}
          </SplitPane>
        )}
      </div>
    </div>
  )
}

function keyOf({ id }: DeliveryDetail): number {
  return id
}
