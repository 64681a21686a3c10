import { useState } from 'react'
import { sends as copy } from '../copy.ts'
import css from './sends.module.css'
import { SendsTable } from './sends-table.tsx'

/** Every send of one delivery, to any receiver. */
export function DeliverySends({ deliveryId }: { readonly deliveryId: number }) {
  const [open, setOpen] = useState<number | undefined>()
  return (
    <SendsTable
      filter={{ deliveryId }}
      about="receiver"
      open={open}
      onOpen={setOpen}
      none={
        <p className={css.none}>
          <b>{copy.noneHere}</b>
          {copy.noneHereText}
        </p>
      }
    />
  )
}
