import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Send } from '#shared/receivers/model.ts'
import textCss from '#ui/text/text.module.css'
import { LogTime } from '#ui/text/time-text.tsx'
import { TruncatedText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../../host/client.ts'
import { readBodyText } from '../../../nouns/deliveries/detail/body-text.ts'
import css from '../../../nouns/deliveries/detail/delivery-detail.module.css'
import { sendList, wholeSend } from '../../../nouns/receivers/queries.ts'
import { SendAnswer, SendMark, sendCause } from '../../../nouns/receivers/sends/send-row.tsx'
import type { DeliveryResult } from '../../../nouns/receivers/sends/use-delivery-results.ts'
import { lastSends as copy } from './copy.ts'

const most = 3

/** Lists the delivery's last sends to the receiver, with the last response's body. */
export function LastSends({
  deliveryId,
  receiver: { id, name },
}: {
  readonly deliveryId: number
  readonly receiver: DeliveryResult['receiver']
}) {
  const { data } = useInfiniteQuery(sendList(useApi(), { deliveryId }))
  const sends = data?.pages[0]?.sends.filter(({ receiverId }) => receiverId === id) ?? []
  const [last, before] = sends
  if (!last) return null
  return (
    <section className={css.sends} aria-label={copy.title}>
      <div className={css.sendsHead}>
        <h3 className={css.sectionTitle}>{copy.title}</h3>
        <span className={css.faint}>{copy.to(name)}</span>
        {before && last.status !== null && before.status !== null ? (
          <Link
            from="/inspector"
            to="/inspector"
            search={(now) => ({ ...now, compare: `sends-${before.id}-${last.id}` as const })}
            className={css.open}
          >
            {copy.compare}
          </Link>
        ) : null}
      </div>
      <ul>
        {sends.slice(0, most).map((send) => (
          <li key={send.id} className={css.send}>
            <span className={textCss.muted}>
              <LogTime iso={send.at} />
            </span>
            <Cause send={send} />
            <SendAnswer send={send} />
            <SendMark send={send} />
          </li>
        ))}
      </ul>
      <ResponseBody key={last.id} id={last.id} />
    </section>
  )
}

function Cause({ send }: { readonly send: Send }) {
  const { how, HowIcon } = sendCause(send)
  return (
    <span className={css.cause}>
      <HowIcon size={14} strokeWidth={1.75} aria-hidden />
      {how}
    </span>
  )
}

/** Shows the start of a response's body, or why there is no response. */
function ResponseBody({ id }: { readonly id: number }) {
  const { data } = useQuery(wholeSend(useApi(), id))
  const text =
    data?.problem?.sentence ?? readBodyText(data?.response?.bodyBase64 ?? '').text?.slice(0, mostCharacters)
  return text ? (
    <>
      <p className={css.faint}>{copy.last}</p>
      <div className={css.responseBody}>
        <TruncatedText text={text} />
      </div>
    </>
  ) : null
}

const mostCharacters = 2000
