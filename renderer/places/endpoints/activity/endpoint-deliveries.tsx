import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryList } from '../../../nouns/deliveries/queries.ts'
import { overview as copy } from './copy.ts'
import css from './delivery-rows.module.css'
import { DeliveryRows } from './delivery-rows.tsx'
import { Elsewhere } from './endpoint-overview.tsx'

export function EndpointDeliveries({ endpoint: { id, receivedHere } }: { readonly endpoint: Endpoint }) {
  const list = useInfiniteQuery({ ...deliveryList(useApi(), { endpointId: id }), enabled: receivedHere })
  if (!receivedHere) return <Elsewhere />
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries)
  const q = `endpoint:${id}`
  return (
    <>
      <div className={css.bar}>
        <Link to="/inspector" search={{ q }} className={css.all}>
          {copy.openInspector}
        </Link>
      </div>
      {list.isError ? (
        <ErrorBanner error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : null}
      {deliveries === undefined ? (
        list.isError ? null : (
          <p className={css.none}>
            <VisuallyHidden>{copy.loading}</VisuallyHidden>
          </p>
        )
      ) : deliveries.length === 0 ? (
        <p className={css.none}>{copy.lastNone}</p>
      ) : (
        <DeliveryRows deliveries={deliveries} q={q} />
      )}
      {list.hasNextPage ? (
        <Button
          size="small"
          className={css.more}
          pending={list.isFetchingNextPage}
          onPress={() => void list.fetchNextPage()}
        >
          {copy.showOlder}
        </Button>
      ) : null}
    </>
  )
}
