import { useState } from 'react'
import { LogEmpty } from '#ui/collections/log-table.tsx'
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
