import type { ComponentProps } from 'react'
import { Button, Dialog, DialogTrigger } from 'react-aria-components'
import { Popover } from '../overlays/popover.tsx'
import css from './explained-pill.module.css'
import { StatusPill } from './status-pill.tsx'

/** A state in a word, and what it means when it is pressed. */
export function ExplainedPill({
  why,
  ...pill
}: { readonly why: string } & ComponentProps<typeof StatusPill>) {
  return (
    <DialogTrigger>
      <Button className={css.button ?? ''}>
        <StatusPill {...pill} />
      </Button>
      <Popover placement="bottom end">
        <Dialog className={css.why ?? ''} aria-label="What this means">
          {why}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
