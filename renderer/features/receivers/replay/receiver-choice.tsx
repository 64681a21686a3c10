import { useState } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { replay as copy, detail } from '../copy.ts'
import { ApproveAddress } from '../form/approve-address.tsx'
import { shortUrl } from '../receiver-state.ts'

/** Chooses where to send, with what to know about its address, which can be approved here. */
export function ReceiverChoice({
  receiver,
  receivers,
  onChoose,
}: {
  readonly receiver: Receiver
  readonly receivers: readonly Receiver[]
  readonly onChoose: (id: string) => void
}) {
  const { kind, host, approval } = receiver.address
  const [isApproving, setApproving] = useState(false)
  return (
    <>
      {approval === 'needed' ? (
        <Banner
          tone="warn"
          action={
            <Button size="small" onPress={() => setApproving(true)}>
              {detail.approve}
            </Button>
          }
        >
          {copy.notApproved}
        </Banner>
      ) : null}
      {kind === 'public' ? <Banner tone="danger">{copy.publicHost(host)}</Banner> : null}
      <Select
        label={copy.receiver}
        options={receivers.map(({ id, name, url }) => ({
          value: id,
          label: visibleText(name),
          description: visibleText(shortUrl(url).slice(0, 120)),
        }))}
        value={receiver.id}
        onChange={onChoose}
      />
      {isApproving ? (
        <ApproveAddress receiver={receiver} onClose={() => setApproving(false)} onApproved={() => {}} />
      ) : null}
    </>
  )
}
