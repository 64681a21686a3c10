import type { Receiver } from '#shared/receivers/model.ts'
import { Select } from '#ui/controls/select.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { shortUrl } from '../receiver-state.ts'
import { replay } from '../replay/copy.ts'

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
      options={receivers.map(({ id, name, url }) => ({
        value: id,
        label: visibleText(name),
        description: visibleText(shortUrl(url).slice(0, 120)),
      }))}
      value={gone === null ? value : null}
      error={gone === null ? undefined : replay.receiverGone(visibleText(gone))}
      onChange={onChange}
    />
  )
}
