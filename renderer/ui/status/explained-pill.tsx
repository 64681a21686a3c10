import type { ComponentProps } from 'react'
import { DetailsButton } from '../overlays/details-button.tsx'
import css from './explained-pill.module.css'
import { StatusPill } from './status-pill.tsx'

export function ExplainedPill({
  why,
  ...pill
}: { readonly why: string } & ComponentProps<typeof StatusPill>) {
  return (
    <DetailsButton
      label="What this means"
      className={css.button}
      detailsClassName={css.why}
      placement="bottom end"
      details={() => why}
    >
      <StatusPill {...pill} />
    </DetailsButton>
  )
}
