import { exactTime, preciseTime } from '#ui/text/time-words.ts'
import { TruncatedText } from '#ui/text/visible-text.tsx'
import css from '../../../nouns/deliveries/detail/delivery-detail.module.css'

/** Shows the time of day to the millisecond. The tooltip adds the day and `also`. */
export function PreciseTime({ iso, also = '' }: { readonly iso: string; readonly also?: string }) {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return <TruncatedText text={iso} />
  return (
    <time
      className={css.mono}
      dateTime={new Date(at).toISOString()}
      title={[exactTime(at), also].filter(Boolean).join(', ')}
    >
      {preciseTime(at)}
    </time>
  )
}
