import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReplayMode } from '#shared/receivers/replay.ts'
import { Disclosure } from '#ui/controls/disclosure.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useApi } from '../../../host/client.ts'
import { sendPreview } from '../queries.ts'
import { Request } from '../sends/send-view.tsx'
import { replay as copy } from './copy.ts'
import css from './replay.module.css'

interface Previewed {
  readonly receiverId: string
  readonly deliveryId: number
  readonly mode: ReplayMode
  readonly isOne: boolean
}

/** The first request, once it is asked for. */
export function RequestPreview(props: Previewed) {
  const [isOpen, setOpen] = useState(false)
  const [show, hide] = props.isOne
    ? [copy.previewShowOne, copy.previewHideOne]
    : [copy.previewShow, copy.previewHide]
  return (
    <div className={css.preview}>
      <Disclosure isOpen={isOpen} onChange={setOpen}>
        {isOpen ? hide : show}
      </Disclosure>
      {isOpen ? <Preview {...props} /> : null}
    </div>
  )
}

/** A dry run: the request as it would be sent now. */
function Preview({ receiverId, deliveryId, mode, isOne }: Previewed) {
  const sending = useMemo(() => ({ mode, deliveryId }), [mode, deliveryId])
  const { data, error, refetch, isFetching } = useQuery(sendPreview(useApi(), receiverId, sending))
  if (error) return <ErrorBanner error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <Skeleton label={copy.loading} lines={6} />
  return (
    <section aria-label={copy.preview} className={css.request}>
      <p className={css.quiet}>{isOne ? copy.previewOne : copy.previewText}</p>
      <Request request={data} />
    </section>
  )
}
