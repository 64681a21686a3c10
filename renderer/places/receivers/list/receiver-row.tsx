import type { Receiver } from '#shared/receivers/model.ts'
import { Badge, StatusDot } from '#ui/status/status-pill.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { health } from '../../../nouns/receivers/copy.ts'
import { ReceiverName } from '../../../nouns/receivers/receiver-name.tsx'
import { receiverState, sendResult, shortUrl } from '../../../nouns/receivers/receiver-state.ts'
import { row as copy } from '../copy.ts'
import css from './receiver-row.module.css'

export function ReceiverRow({
  receiver,
  forwardsNothing,
}: {
  readonly receiver: Receiver
  readonly forwardsNothing: boolean
}) {
  const { name, url, status } = receiver
  const { dot, word, isBlocked } = receiverState(receiver, forwardsNothing)
  const { count } = status.waiting
  return (
    <span className={css.row}>
      <span className={css.dot} title={word}>
        <StatusDot look={dot} />
      </span>
      <span className={css.words} title={visibleText(url)}>
        <span className={css.name}>
          <ReceiverName name={name} />
        </span>
        <span className={css.url}>
          <VisibleText text={shortUrl(url).slice(0, longestShown)} />
        </span>
      </span>
      {word === health.up && count > 0 ? null : (
        <span className={css.state} data-tone={isBlocked ? 'warn' : dot === 'bad' ? 'danger' : undefined}>
          {stateWord(receiver, word)}
        </span>
      )}
      {count > 0 ? (
        <span className={css.waiting}>
          <Badge tone="warn">{copy.waiting(count)}</Badge>
        </span>
      ) : null}
    </span>
  )
}

/** Returns the word for a receiver's state. If the receiver is up, the word shows whether it forwards deliveries. */
function stateWord({ live }: Receiver, word: string): string {
  if (word === health.up) return live ? copy.forwards : copy.idle
  return word === health.failing ? health.lastFailed : word
}

/** Maximum number of characters shown of a URL, which can have up to 2,048. */
const longestShown = 200

export function receiverRowLabel(receiver: Receiver, forwardsNothing: boolean): string {
  const { name, url, live, status } = receiver
  const { count } = status.waiting
  return [
    name,
    shortUrl(url).slice(0, longestShown),
    receiverState(receiver, forwardsNothing).word,
    live ? copy.live : copy.notLive,
    ...(count > 0 ? [copy.waiting(count)] : []),
    ...(status.lastSend ? [copy.lastWas(sendResult(status.lastSend).word)] : []),
  ].join(', ')
}
