import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LogEmpty } from '#ui/collections/log-table.tsx'
import { useApi } from '../../../host/client.ts'
import { sendList } from '../queries.ts'
import { sends as copy } from './copy.ts'
import { SendsTable } from './sends-table.tsx'

export function DeliverySends({ deliveryId }: { readonly deliveryId: number }) {
  const [open, setOpen] = useState<number | undefined>()
  return (
    <SendsTable
      filter={{ deliveryId }}
      about="receiver"
      open={open}
      onOpen={setOpen}
      none={<LogEmpty title={copy.noneHere} text={copy.noneHereText} />}
    />
  )
}

/** Returns how often a delivery was sent to receivers, or `undefined` until that is known. */
export function useSendCount(deliveryId: number): number | undefined {
  const { data } = useInfiniteQuery(sendList(useApi(), { deliveryId }))
  return data?.pages[0]?.total
}
