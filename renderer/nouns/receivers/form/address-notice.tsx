import { useState } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ApproveAddress } from './approve-address.tsx'
import { address as copy } from './copy.ts'

/** Shows warnings about a receiver's URL before deliveries are sent to it, and lets the user approve its host. */
export function AddressNotice({ receiver }: { readonly receiver: Receiver }) {
  const { kind, host, approval } = receiver.address
  const [isApproving, setApproving] = useState(false)
  return (
    <>
      {approval === 'needed' ? (
        <Banner
          tone="warn"
          action={
            <Button size="small" onPress={() => setApproving(true)}>
              {copy.ask}
            </Button>
          }
        >
          {copy.notApproved}
        </Banner>
      ) : null}
      {kind === 'public' ? <Banner tone="danger">{copy.publicHost(host)}</Banner> : null}
      {isApproving ? (
        <ApproveAddress receiver={receiver} onClose={() => setApproving(false)} onApproved={() => {}} />
      ) : null}
    </>
  )
}
