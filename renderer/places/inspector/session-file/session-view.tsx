import { FileX } from 'lucide-react'
import { useMemo } from 'react'
import { discoveries } from '#shared/deliveries/discovery.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { useRowHeight } from '#ui/collections/use-row-height.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Missing } from '#ui/feedback/missing.tsx'
import { useOnePane } from '#ui/hooks/use-media.ts'
import { ListDetail } from '#ui/layout/list-detail.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { earlierAttempts, sameEventAmong } from '../../../nouns/deliveries/earlier-attempts.ts'
import FilterBar from '../../../nouns/deliveries/filter/filter-bar.tsx'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { ForeignDelivery } from '../detail/delivery-detail.tsx'
import css from '../inspector-page.module.css'
import type { SessionSearch } from '../inspector-search.ts'
import { DeliveryRow, DeliveryTable, deliveryLabel } from '../list/delivery-row.tsx'
import { OutOfListStrip } from '../list/out-of-list-strip.tsx'
import { view as copy } from './copy.ts'
import { OpenSession } from './open-session.tsx'
import { type OpenedSession, useOpenedSession } from './opened-sessions.ts'
import { matchingDeliveries } from './session-filter.ts'

export function SessionView(props: SessionViewProps) {
  const session = useOpenedSession(props.search.file)
  return session ? <Session key={props.search.file} {...props} session={session} /> : <NotOpen {...props} />
}

interface SessionViewProps {
  readonly search: SessionSearch
  readonly onSearch: (changes: Partial<SessionSearch>, how?: { readonly replace?: boolean }) => void
  readonly onClose: () => void
}

function Session({
  session: { head, deliveries, file },
  search,
  onSearch,
  onClose,
}: SessionViewProps & { readonly session: OpenedSession }) {
  const onePane = useOnePane()
  const endpoints = useEndpointNames()
  const filterText = search.q ?? ''
  const filter = useMemo(() => parseDeliveryFilter(filterText), [filterText])
  const shown = useMemo(() => matchingDeliveries(deliveries, filter), [deliveries, filter])
  const discovered = useMemo(() => discoveries(deliveries), [deliveries])
  const earlier = useMemo(() => earlierAttempts(deliveries), [deliveries])
  const chosen = deliveries.find(({ id }) => id === search.delivery)
  const sameEvent = useMemo(() => (chosen ? sameEventAmong(deliveries, chosen) : []), [deliveries, chosen])
  const closeDelivery = () => onSearch({ delivery: undefined })
  const rowHeight = useRowHeight()
  // The notes are from another computer and possibly another workspace, so the local index doesn't have their titles.
  const partsOf = ({ id, noteId }: DeliveryDetail) => ({
    note: noteId === null ? null : { id: noteId },
    endpoints,
    discovered: discovered.get(id),
    earlier: earlier.get(id),
  })

  const list = (
    <section className={css.page} aria-label={copy.list}>
      <div className={css.filter}>
        <FilterBar
          filterText={filterText}
          onAsk={(q, how) => onSearch({ q: q === '' ? undefined : q }, how)}
          deliveries={deliveries}
          endpoints={endpoints}
          file={file}
        />
      </div>
      <DeliveryTable>
        <VirtualList
          label={copy.list}
          items={shown}
          keyOf={keyOf}
          renderItem={(delivery) => <DeliveryRow delivery={delivery} {...partsOf(delivery)} />}
          labelOf={(delivery) => deliveryLabel(delivery, partsOf(delivery))}
          selectedKey={search.delivery ?? null}
          onSelect={({ id }, how) => onSearch({ delivery: id }, how)}
          pane="delivery-detail"
          rowHeight={rowHeight}
          total={shown.length}
          footer={
            shown.length === 0
              ? copy.none
              : shown.length === deliveries.length
                ? copy.all(shown.length)
                : copy.some(shown.length, deliveries.length)
          }
        />
      </DeliveryTable>
      <OutOfListStrip
        why={chosen && !shown.includes(chosen) ? 'filtered-out' : null}
        q={filterText}
        onFilter={() => onSearch({ q: undefined })}
      />
    </section>
  )
  const detail = chosen ? (
    <ForeignDelivery
      delivery={chosen}
      sameEvent={sameEvent}
      tab={search.tab ?? 'payload'}
      onTab={(tab) => onSearch({ tab: tab === 'payload' ? undefined : tab }, { replace: true })}
      onClose={closeDelivery}
      alone={onePane}
    />
  ) : search.delivery !== undefined ? (
    <Missing icon={FileX} words={copy} onBack={closeDelivery} />
  ) : null
  return (
    <div className={css.page}>
      <Toolbar
        level={1}
        title={head.title === '' ? copy.title : head.title}
        subtitle={copy.count(deliveries.length)}
      >
        <Button onPress={onClose}>{copy.close}</Button>
      </Toolbar>
      <Banner edge tone="info" title={copy.bannerTitle}>
        <VisibleText text={file} />, {copy.exported}{' '}
        {Number.isNaN(Date.parse(head.exported_at)) ? (
          <VisibleText text={head.exported_at} />
        ) : (
          <TimeText iso={head.exported_at} />
        )}
        . {copy.foreign}
      </Banner>
      <ListDetail name="delivery" list={list} detail={detail} detailWidth={456} />
    </div>
  )
}

/** Shown after a reload. The URL still names the file, but its content was only in this window's memory. */
function NotOpen({ search: { file }, onSearch, onClose }: SessionViewProps) {
  return (
    <div className={css.page}>
      <Toolbar level={1} title={copy.title} />
      <EmptyState
        icon={FileX}
        title={
          <>
            “<VisibleText text={file} />” {copy.notOpen}
          </>
        }
        action={
          <span className={css.ways}>
            <OpenSession
              label={copy.openAgain}
              onOpen={(name) =>
                onSearch(
                  name === file ? {} : { file: name, q: undefined, delivery: undefined, tab: undefined },
                  { replace: true },
                )
              }
            />
            <Button onPress={onClose}>{copy.close}</Button>
          </span>
        }
      >
        {copy.notOpenHelp}
      </EmptyState>
    </div>
  )
}

function keyOf({ id }: DeliveryDetail): number {
  return id
}
