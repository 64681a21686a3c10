import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { classes } from '#ui/class-names.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useEndpointNames } from '../endpoints/endpoint-names.ts'
import css from './delivery-links.module.css'
import { deliveryState } from './outcome-styles.ts'

/** Lists deliveries on another page. Each row starts with its state and links to the Inspector. */
export function DeliveryLinks({
  deliveries,
  q,
  className,
  children,
}: {
  readonly deliveries: readonly DeliverySummary[]
  readonly q: string
  readonly className: string | undefined
  readonly children: (delivery: DeliverySummary) => ReactNode
}) {
  return (
    <ul className={css.list}>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <Link to="/inspector" search={{ q, delivery: delivery.id }} className={classes(css.row, className)}>
            <State delivery={delivery} />
            {children(delivery)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function State({ delivery }: { readonly delivery: DeliverySummary }) {
  const { icon: Icon, tone, label } = deliveryState(delivery, useEndpointNames())
  return (
    <span className={css.state} data-tone={tone} title={label}>
      <Icon size={14} strokeWidth={tone === 'ok' ? 2.25 : 1.75} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
