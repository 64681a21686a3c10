import type { ComponentProps } from 'react'
import { Button, Dialog, DialogTrigger } from 'react-aria-components'
import css from './explained-pill.module.css'
import { Popover } from './popover.tsx'
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
