import { Copy, Star } from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { fullActions } from '#ui/overlays/action.ts'
import { useActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { useCommands } from '../../../app/use-commands.ts'
import { ReplayButton } from '../../receivers/index.ts'
import { type DeliveryPlace, useDeliveryActions } from '../actions/use-delivery-actions.ts'
import { useStar } from './annotations/delivery-annotations.tsx'
import { annotations, copyMenu, detail } from './copy.ts'
import { CopyMenu, copyFormats } from './copy-menu.tsx'
import { useCopyDelivery } from './delivery-copying.ts'
import css from './delivery-detail.module.css'

/** What can be done with the delivery that is shown. Its keys work wherever nothing is typed. */
export function DeliveryActions({
  delivery,
  canSign,
  place,
}: {
  readonly delivery: DeliverySummary
  /** Its signature is valid, so it can be signed again. */
  readonly canSign: boolean
  readonly place: DeliveryPlace
}) {
  const groups = useDeliveryActions(delivery, place)
  const copyAs = useCopyDelivery(delivery.id)
  const star = useStar(delivery)
  useActionKeys(groups, 'detail')
  useCommands('delivery', [
    ...fullActions(groups),
    copyFormats(canSign)
      .filter((as) => as !== 'curl')
      .map((as) => ({
        id: `delivery.copy-${as}`,
        label: copyMenu.as(copyMenu.formats[as].label),
        icon: Copy,
        run: () => copyAs(as),
      })),
  ])
  return (
    <>
      {delivery.starred ? (
        <IconButton label={annotations.starred} shortcut="S" onPress={star} className={css.starred}>
          <Star size={14} fill="currentColor" aria-hidden />
        </IconButton>
      ) : null}
      <span className={css.grow} />
      <ReplayButton
        to={place.sending.sendsTo(delivery, canSign)}
        onReplay={() => place.sending.replay(delivery, canSign)}
        onReplayTo={() => place.sending.replayTo(delivery)}
        onEdit={() => place.sending.edit(delivery.id)}
      />
      <CopyMenu canSign={canSign} onCopy={copyAs} />
      <MoreMenu label={detail.more}>
        <ActionItems groups={groups} />
      </MoreMenu>
    </>
  )
}
