import type { SurpriseSeen } from '#shared/workspaces/api-difference.ts'
import { Badge } from '#ui/feedback/status-pill.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { kindWords, timesWords } from './surprise-words.ts'
import css from './surprises-page.module.css'

/** One kind at one place. */
export function SurpriseRow({ seen, fresh }: { readonly seen: SurpriseSeen; readonly fresh: boolean }) {
  return (
    <div className={css.row}>
      <span className={css.where}>
        <VisibleText text={seen.where} />
      </span>
      <span className={css.when}>
        {fresh ? <Badge tone="accent">new</Badge> : null} <TimeText iso={seen.lastSeenAt} />
      </span>
      <span className={css.what}>
        <span>{kindWords[seen.kind].name}</span>
        <span className={css.samples}>
          <VisibleText text={seen.samples.join(', ')} />
        </span>
      </span>
      <span className={css.times}>{timesWords(seen.times)}</span>
    </div>
  )
}
