import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { lazy, Suspense, useCallback } from 'react'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useOnePane } from '#ui/hooks/use-media.ts'
import { ListDetail } from '#ui/layout/list-detail.tsx'
import { useApi } from '../../host/client.ts'
import { CompareMenu } from './compare/compare-menu.tsx'
import { CompareView } from './compare/compare-view.tsx'
import { useCompareKey } from './compare/use-compare-key.ts'
import { page as copy } from './copy.ts'
import css from './deliveries-page.module.css'
import type { InspectorPageProps } from './deliveries-search.ts'
import { DeliveryDetail } from './detail/delivery-detail.tsx'
import { DeliveryPane } from './list/delivery-pane.tsx'
import { RejectedStrip } from './list/rejected-strip.tsx'
import { ListenerStrip } from './listener-strip.tsx'
import { listenerStatus } from './queries.ts'
import { SessionView } from './session-file/session-view.tsx'

const ResponseDialog = lazy(() => import('./simulate/response-dialog.tsx'))

/** The deliveries that the listener received, live, and the chosen one. */
export default function InspectorPage({ search, onSearch, listen }: InspectorPageProps) {
  const onePane = useOnePane()
  const { data: listener } = useQuery(listenerStatus(useApi()))
  // In one pane, another delivery is chosen by going back to the list, so that must keep the comparison.
  const close = useCallback(
    () => onSearch({ delivery: undefined, ...(onePane ? {} : { compare: undefined }) }),
    [onSearch, onePane],
  )
  useCompareKey(() => {
    if (search.delivery === undefined || search.session) return
    onSearch({ compare: search.compare === undefined ? search.delivery : undefined })
  })

  const pane = <DeliveryPane search={search} onSearch={onSearch} listener={listener} listen={listen.first} />
  const detail =
    search.delivery === undefined ? null : search.compare !== undefined &&
      search.compare !== search.delivery ? (
      <CompareView
        id={search.delivery}
        compareWith={search.compare}
        onClose={() => onSearch({ compare: undefined })}
        alone={onePane}
      />
    ) : (
      <DeliveryDetail
        id={search.delivery}
        tab={search.tab ?? 'payload'}
        onTab={(tab) => onSearch({ tab: tab === 'payload' ? undefined : tab }, { replace: true })}
        onClose={close}
        alone={onePane}
        compare={
          <CompareMenu
            id={search.delivery}
            isMarked={search.compare === search.delivery}
            onCompare={(compare) => onSearch({ compare })}
          />
        }
      />
    )

  const { session } = search
  if (session)
    return (
      <SessionView
        search={session}
        onSearch={(changes, how) => onSearch({ session: { ...session, ...changes } }, how)}
        onClose={() => onSearch({ session: undefined })}
      />
    )
  return (
    <div className={css.page}>
      <ListenerStrip
        listener={listener}
        listen={listen}
        onAnswers={() => onSearch({ answers: true })}
        onSession={(file) => onSearch({ session: { file } })}
        rejected={
          <RejectedStrip
            // One drawer at a time, even if the address asks for two.
            isOpen={search.refused === true && !search.answers}
            onOpen={(open) =>
              open ? onSearch({ refused: true }) : onSearch({ refused: undefined }, { replace: true })
            }
          />
        }
      />
      {search.answers ? (
        <Suspense>
          <ResponseDialog
            initial={parseDeliveryFilter(search.q ?? '').endpoints.any[0]}
            onClose={() => onSearch({ answers: undefined }, { replace: true })}
          />
        </Suspense>
      ) : null}
      <ListDetail
        name="delivery-list"
        list={pane}
        detail={detail}
        placeholder={
          <EmptyState icon={Inbox} title={copy.noneTitle}>
            {copy.none}
          </EmptyState>
        }
      />
    </div>
  )
}
