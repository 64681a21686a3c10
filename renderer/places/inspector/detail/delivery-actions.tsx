import { ChevronDown, Copy, Star } from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { fullActions } from '#ui/overlays/action.ts'
import { useActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems, Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { useCommands } from '../../../frame/use-commands.ts'
import css from '../../../nouns/deliveries/detail/delivery-detail.module.css'
import { ReplayButton } from '../../../nouns/receivers/replay/replay-button.tsx'
import { type DeliveryPlace, useDeliveryActions } from '../actions/use-delivery-actions.ts'
import { useStar } from './annotations/delivery-annotations.tsx'
import { annotations, copyMenu as copy, copyMenu, detail } from './copy.ts'
import { type CopyFormat, useCopyDelivery } from './delivery-copying.ts'

/** Actions of the open delivery. Their keys work outside text fields. */
export function DeliveryActions({
  delivery,
  canSign,
  place,
}: {
  readonly delivery: DeliverySummary
  /** Whether the delivery can be signed again, because its signature is valid. */
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

/** `canSign` adds the formats with a new signature, which need a valid original one. */
function CopyMenu({
  canSign,
  onCopy,
}: {
  readonly canSign: boolean
  readonly onCopy: (as: CopyFormat) => void
}) {
  return (
    <Menu
      label={copy.label}
      trigger={
        <Button>
          <Copy size={14} className={css.copyIcon} aria-hidden />
          <span className={css.copyWords}>{copy.button}</span>
          <ChevronDown size={12} className={css.chevron} aria-hidden />
        </Button>
      }
    >
      {copyFormats(canSign).map((as) => (
        <MenuItem key={as} onAction={() => onCopy(as)} shortcut={as === 'curl' ? 'C' : undefined}>
          {copy.formats[as].label}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Formats in the order of the menu. */
const copyFormats = (canSign: boolean): readonly CopyFormat[] =>
  canSign ? [...plain.slice(0, 1), ...signed, ...plain.slice(1)] : plain

const plain = ['curl', 'http', 'json', 'fixture'] as const
const signed = ['curl-signed-now', 'curl-signed-here'] as const
