import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import textCss from '#ui/text/text.module.css'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useApi } from '../../../host/client.ts'
import { deliveryList } from '../../../nouns/deliveries/queries.ts'
import { overview as copy } from './copy.ts'
import { DeliveryRows } from './delivery-rows.tsx'
import css from './last-deliveries.module.css'

const most = 6

export function LastDeliveries({
  endpointId,
  heading: Heading,
}: {
  readonly endpointId: string
  readonly heading: 'h2' | 'h3'
}) {
  const list = useInfiniteQuery(deliveryList(useApi(), { endpointId }))
  const q = `endpoint:${endpointId}`
  const all = list.data?.pages[0]?.deliveries
  return (
    <section className={css.section} aria-label={copy.last}>
      <div className={css.head}>
        <Heading className={textCss.title}>{copy.last}</Heading>
        <Link to="/inspector" search={{ q }} className={css.all}>
          {copy.openInspector}
        </Link>
      </div>
      {all === undefined && list.isError ? (
        <ErrorBanner error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : all === undefined ? (
        <p className={css.none}>
          <VisuallyHidden>{copy.loading}</VisuallyHidden>
        </p>
      ) : all.length === 0 ? (
        <p className={css.none}>{copy.lastNone}</p>
      ) : (
        <DeliveryRows deliveries={all.slice(0, most)} q={q} />
      )}
    </section>
  )
}
