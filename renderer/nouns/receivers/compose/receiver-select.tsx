import type { Receiver } from '#shared/receivers/model.ts'
import { Select } from '#ui/controls/select.tsx'
import { StatusDot } from '#ui/status/status-pill.tsx'
import { VisibleText, visibleText } from '#ui/text/visible-text.tsx'
import { receiverState, shortUrl } from '../receiver-state.ts'
import { replay } from '../replay/copy.ts'
import css from './compose.module.css'

export function ReceiverSelect({
  receivers,
  value,
  gone,
  className,
  onChange,
}: {
  readonly receivers: readonly Receiver[]
  readonly value: string
  readonly gone: string | null
  readonly className?: string | undefined
  readonly onChange: (id: string) => void
}) {
  return (
    <Select
      label={replay.receiver}
      className={className}
      options={receivers.map((receiver) => ({
        value: receiver.id,
        label: visibleText(receiver.name),
        content: (
          <span className={css.receiver}>
            <StatusDot look={receiverState(receiver).dot} />
            <span className={css.cut}>
              <VisibleText text={receiver.name} />
            </span>
          </span>
        ),
        description: visibleText(shortUrl(receiver.url).slice(0, 120)),
      }))}
      value={gone === null ? value : null}
      error={gone === null ? undefined : replay.receiverGone(visibleText(gone))}
      onChange={onChange}
    />
  )
}
