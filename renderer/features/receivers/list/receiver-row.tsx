import type { ReactNode } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { ColumnRow } from '#ui/collections/columns/column-row.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { row as copy } from '../copy.ts'
import { receiverState, sendResult, shortUrl } from '../receiver-state.ts'
import type { ReceiverColumn } from './receiver-columns.ts'
import css from './receiver-row.module.css'

/** One receiver of the list, in columns. */
export function ReceiverRow({
  receiver,
  columns,
  onLive,
}: {
  readonly receiver: Receiver
  readonly columns: readonly ReceiverColumn[]
  readonly onLive: () => void
}) {
  const { name, url, status, live } = receiver
  const { dot, word, isBlocked } = receiverState(receiver)
  const { count } = status.waiting
  const cells: Readonly<Record<ReceiverColumn['id'], ReactNode>> = {
    name: (
      <span className={css.name} title={visibleText(url)}>
        <VisibleText text={name} />
      </span>
    ),
    url: (
      <span className={css.url}>
        <VisibleText text={shortUrl(url).slice(0, longestShown)} />
      </span>
    ),
    health: (
      <span className={css.quiet} data-tone={isBlocked ? 'warn' : dot === 'bad' ? 'danger' : undefined}>
        {word}
      </span>
    ),
    waiting: count === 0 ? <Nothing /> : <span className={css.waiting}>{count.toLocaleString()}</span>,
    last: <LastResult receiver={receiver} />,
    // The list has the focus, and L does the same; this is for the pointer.
    live: (
      <span
        className={css.switch}
        data-on={live}
        title={live ? copy.turnOff : copy.turnOn}
        onClick={(event) => {
          event.stopPropagation()
          onLive()
        }}
        aria-hidden
      >
        <span className={css.track}>
          <span className={css.knob} />
        </span>
      </span>
    ),
  }
  return <ColumnRow dot={dot} state={word} columns={columns} cells={cells} />
}

/** A URL has up to 2,048 characters. */
const longestShown = 200

const Nothing = () => <span className={css.quiet}>–</span>

function LastResult({ receiver: { status } }: { readonly receiver: Receiver }) {
  const { lastSend } = status
  if (lastSend === null) return <Nothing />
  const { word, tone } = sendResult(lastSend)
  return (
    <span className={css.last}>
      <span data-tone={tone} className={lastSend.status === null ? css.problem : css.status}>
        {word}
      </span>{' '}
      <TimeText iso={lastSend.at} show="table" />
    </span>
  )
}

/** The row as a screen reader reads it. */
export function receiverRowLabel(receiver: Receiver): string {
  const { name, url, live, status } = receiver
  const { count } = status.waiting
  return [
    name,
    shortUrl(url).slice(0, longestShown),
    receiverState(receiver).word,
    live ? copy.live : copy.notLive,
    ...(count > 0 ? [copy.waiting(count)] : []),
    ...(status.lastSend ? [copy.lastWas(sendResult(status.lastSend).word)] : []),
  ].join(', ')
}
