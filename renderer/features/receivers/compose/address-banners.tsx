import { useState } from 'react'
import type { Receiver } from '#shared/receivers/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { detail, replay } from '../copy.ts'
import { ApproveAddress } from '../form/approve-address.tsx'

/** What to know about where a request goes, and to agree to. */
export function AddressBanners({ receiver }: { readonly receiver: Receiver }) {
  const [isApproving, setApproving] = useState(false)
  const { approval, kind, host } = receiver.address
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
          {replay.notApproved}
        </Banner>
      ) : null}
      {kind === 'public' ? <Banner tone="danger">{replay.publicHost(host)}</Banner> : null}
      {isApproving ? (
        <ApproveAddress receiver={receiver} onClose={() => setApproving(false)} onApproved={() => {}} />
      ) : null}
    </>
  )
}
