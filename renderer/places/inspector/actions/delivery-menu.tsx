import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { ActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { type DeliveryPlace, useDeliveryActions } from './use-delivery-actions.ts'

interface Props {
  readonly delivery: DeliverySummary
  readonly place: DeliveryPlace
}

export function DeliveryItems({ delivery, place }: Props) {
  return <ActionItems groups={useDeliveryActions(delivery, place)} />
}

/** Keyboard shortcuts for the delivery of the current row. */
export function DeliveryKeys({ delivery, place }: Props) {
  return <ActionKeys groups={useDeliveryActions(delivery, place)} />
}
