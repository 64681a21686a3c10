import type { Receiver } from '#shared/receivers/model.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useEndpointNames } from '../endpoints/endpoint-names.ts'
import { notForwarded } from './copy.ts'
import { unforwarded } from './forwarding.ts'

/** Warns before deliveries are sent to a receiver that may not be able to verify them. */
export function UnforwardedNotice({
  receiver,
  endpointIds,
}: {
  readonly receiver: Receiver
  readonly endpointIds: readonly string[]
}) {
  const names = useEndpointNames()
  const [first, ...others] = unforwarded(receiver, endpointIds)
  if (first === undefined) return null
  return (
    <Banner tone="warn">
      <VisibleText
        text={
          others.length === 0
            ? notForwarded.one(receiver.name, names.of(first))
            : notForwarded.several(receiver.name, others.length + 1)
        }
      />
    </Banner>
  )
}
