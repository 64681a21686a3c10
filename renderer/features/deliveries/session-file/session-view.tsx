import { FileX } from 'lucide-react'
import { useMemo } from 'react'
import { discoveries } from '#shared/deliveries/discovery.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useOnePane } from '#ui/hooks/use-media.ts'
import { Detail } from '#ui/layout/detail.tsx'
import { ListDetail } from '#ui/layout/list-detail.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useEndpointNames } from '../../endpoints/index.ts'
import css from '../deliveries-page.module.css'
import type { SessionSearch } from '../deliveries-search.ts'
import { WholeDelivery } from '../detail/delivery-detail.tsx'
import { FilterBar } from '../filter/filter-bar.tsx'
import { DeliveryHead, DeliveryRow, spokenDelivery } from '../list/delivery-row.tsx'
import { OutOfListStrip } from '../list/out-of-list-strip.tsx'
import { OpenSession } from './open-session.tsx'
import { type OpenedSession, useHeldSession } from './opened-sessions.ts'
import { passing } from './session-filter.ts'

/** A session of another Notehook, to be read and nothing else. */
export function SessionView(props: SessionViewProps) {
  const session = useHeldSession(props.search.file)
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
  const asked = search.q ?? ''
  const filter = useMemo(() => parseDeliveryFilter(asked), [asked])
  const shown = useMemo(() => passing(deliveries, filter), [deliveries, filter])
  const discovered = useMemo(() => discoveries(deliveries), [deliveries])
  const chosen = deliveries.find(({ id }) => id === search.delivery)
  const unchoose = () => onSearch({ delivery: undefined })

  const list = (
    <section className={css.page} aria-label="Deliveries of the session">
      <div className={css.filter}>
        <FilterBar
          asked={asked}
          onAsk={(q, how) => onSearch({ q: q === '' ? undefined : q }, how)}
          deliveries={deliveries}
          endpoints={endpoints}
        />
      </div>
      <OutOfListStrip
        why={chosen && !shown.includes(chosen) ? 'filtered-out' : null}
        q={asked}
        onFilter={() => onSearch({ q: undefined })}
      />
      <DeliveryHead />
      <VirtualList
        label="Deliveries of the session"
        items={shown}
        keyOf={keyOf}
        renderItem={(delivery) => (
          <DeliveryRow delivery={delivery} endpoints={endpoints} discovered={discovered.get(delivery.id)} />
        )}
        labelOf={(delivery) => spokenDelivery(delivery, endpoints, discovered.get(delivery.id))}
        selectedKey={search.delivery ?? null}
        onSelect={({ id }, how) => onSearch({ delivery: id }, how)}
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
    <Detail id="delivery-detail" label="Delivery" onClose={unchoose} alone={onePane} of={chosen.id}>
      <WholeDelivery
        key={chosen.id}
        delivery={chosen}
        tab={search.tab ?? 'payload'}
        onTab={(tab) => onSearch({ tab: tab === 'payload' ? undefined : tab }, { replace: true })}
        isForeign
      />
    </Detail>
  ) : search.delivery !== undefined ? (
    <EmptyState
      icon={FileX}
      title="This delivery is not in the file"
      action={<Button onPress={unchoose}>Back to the list</Button>}
    >
      The address names a delivery that the file does not hold. Perhaps it was exported again since.
    </EmptyState>
  ) : null
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
      <ListDetail
        name="session-list"
        list={list}
        detail={detail}
        placeholder={
          <EmptyState icon={FileX} title="No delivery chosen">
            Choose one to see what came and how it was judged there.
          </EmptyState>
        }
      />
    </div>
  )
}

/** What is read of a file is held by this window only: a reload lets go of it, and the address still names the file. */
function NotOpen({ search: { file }, onSearch, onClose }: SessionViewProps) {
  return (
    <div className={css.page}>
      <Toolbar level={1} title="Session" />
      <EmptyState
        icon={FileX}
        title={
          <>
            “<VisibleText text={file} />” is not open
          </>
        }
        action={
          <span className={css.ways}>
            <OpenSession
              label="Open the file again…"
              onOpen={(name) =>
                onSearch(
                  name === file ? {} : { file: name, q: undefined, delivery: undefined, tab: undefined },
                  { replace: true },
                )
              }
            />
            <Button onPress={onClose}>Back to the inspector</Button>
          </span>
        }
      >
        Notehook reads a session file into this window and keeps no copy, so a reload closes it. Open the file
        again to continue where you were.
      </EmptyState>
    </div>
  )
}

function keyOf({ id }: DeliveryDetail): number {
  return id
}
