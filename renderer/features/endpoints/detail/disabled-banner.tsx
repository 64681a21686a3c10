import type { DisabledState } from '#shared/endpoints/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { TimeText, useNow } from '#ui/text/time-text.tsx'
import { shortTime } from '#ui/text/time-words.ts'
import { disabled as copy } from './copy.ts'

/** By whom an endpoint was disabled and when, and what that means for its events. */
export function DisabledBanner({ by, lastEnabledAt, noticedAt }: DisabledState) {
  return (
    <Banner tone={by === 'here' ? 'info' : by === 'service' ? 'danger' : 'warn'} title={copy.titles[by]}>
      {by === 'unknown' ? null : (
        <>
          {copy.disabled} <Moment from={by === 'here' ? null : lastEnabledAt} to={noticedAt} />.{' '}
        </>
      )}
      {by === 'service' ? `${copy.fixFirst} ` : null}
      {copy.missed}
    </Banner>
  )
}

/** It happened between the two, ISO times; `null`: at the second. */
function Moment({ from, to }: { readonly from: string | null; readonly to: string }) {
  const now = useNow(Date.parse(to))
  const words = (iso: string) => shortTime(Date.parse(iso), now)
  if (from === null || words(from) === words(to))
    return (
      <>
        {copy.at} <TimeText iso={to} show="short" />
      </>
    )
  return (
    <>
      {copy.between} <TimeText iso={from} show="short" /> {copy.and} <TimeText iso={to} show="short" />
    </>
  )
}
