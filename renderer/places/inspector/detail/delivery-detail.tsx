import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Copy, Star } from 'lucide-react'
import { useMemo } from 'react'
import type { DeliverySummary, DeliveryDetail as WholeDelivery } from '#shared/deliveries/model.ts'
import { asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Detail } from '#ui/layout/detail.tsx'
import { fullActions } from '#ui/overlays/action.ts'
import { useActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems, Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useCommands } from '../../../frame/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import css from '../../../nouns/deliveries/detail/delivery-detail.module.css'
import { delivery as deliveryQuery } from '../../../nouns/deliveries/queries.ts'
import { ReplayButton } from '../../../nouns/receivers/replay/replay-button.tsx'
import { useReplayed } from '../../../nouns/receivers/replay/use-replay.tsx'
import {
  type CopyFormat,
  type DeliveryPlace,
  useCopyDelivery,
  useDeliveryActions,
} from '../actions/use-delivery-actions.ts'
import { RemarkInFile, RemarkLine, useStar } from './annotations/delivery-annotations.tsx'
import { annotations, detail as copy, copyMenu, copyMenu as copyMenuCopy, detail } from './copy.ts'
import { DeliveryView, type DetailProps, paneId } from './delivery-view.tsx'
import { listedDelivery } from './listed-delivery.ts'
import { useSameEvent } from './same-event.ts'

export function DeliveryDetail({
  id,
  place,
  editing,
  onEditing,
  ...props
}: DetailProps & {
  readonly id: number
  readonly place: DeliveryPlace
  readonly editing: number | null
  readonly onEditing: (id: number | null) => void
}) {
  const query = useQuery(deliveryQuery(useApi(), id))
  const cache = useQueryClient()
  const whole = isGone(query.error) ? undefined : query.data
  const row = useMemo(() => listedDelivery(cache, id), [cache, id])
  const delivery = whole ?? (query.isError ? undefined : row)
  const sameEvent = useSameEvent(delivery)
  const { onClose, alone } = props
  if (!delivery)
    return (
      <Detail
        id={paneId}
        label={copy.region}
        onClose={onClose}
        alone={alone}
        itemKey={id}
        bar={<span className={css.grow} />}
      >
        {query.isError ? (
          <ErrorState
            error={query.error}
            onRetry={isGone(query.error) ? undefined : () => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Skeleton label={copy.loading} lines={9} />
        )}
      </Detail>
    )
  return (
    <DeliveryView
      {...props}
      delivery={delivery}
      whole={whole}
      sameEvent={sameEvent}
      closeLabel={alone ? undefined : copy.close}
      actions={
        <DeliveryActions
          key={id}
          delivery={delivery}
          canSign={whole ? whole.trace.signature === 'valid' : signedVerdicts.has(delivery.verdict)}
          place={place}
        />
      }
      remark={
        <RemarkLine
          key={id}
          delivery={delivery}
          isEditing={editing === id}
          onEditing={(isEditing) => onEditing(isEditing ? id : null)}
        />
      }
    />
  )
}

/** Shows a delivery from a session file. It is not stored, so it can't be diagnosed, signed, annotated or deleted. */
export function ForeignDelivery({
  delivery,
  ...props
}: DetailProps & {
  readonly delivery: WholeDelivery
  readonly sameEvent: readonly WholeDelivery[]
}) {
  return (
    <DeliveryView
      {...props}
      tab={props.tab === 'sends' ? 'payload' : props.tab}
      isForeign
      delivery={delivery}
      whole={delivery}
      actions={
        delivery.starred ? (
          <span className={css.starred} title={annotations.starredInFile}>
            <Star size={14} fill="currentColor" aria-hidden />
            <VisuallyHidden>{annotations.starredInFile}</VisuallyHidden>
          </span>
        ) : null
      }
      remark={<RemarkInFile remark={delivery.remark} />}
    />
  )
}

const signedVerdicts: ReadonlySet<string> = new Set(['verified', 'stale', 'future'])

/** Whether another window or the retention limit deleted the delivery. Cached content is then hidden too. */
const isGone = (error: unknown) => error !== null && asAppError(error).code === 'not-found'

function DeliveryActions({
  delivery,
  canSign,
  place,
}: {
  readonly delivery: DeliverySummary
  /** Whether the delivery can be signed again, which requires a valid original signature. */
  readonly canSign: boolean
  readonly place: DeliveryPlace
}) {
  const groups = useDeliveryActions(delivery, place)
  const replayed = useReplayed(delivery)
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
        to={place.sending.sendsTo(replayed)}
        onReplay={() => place.sending.replay(replayed)}
        onReplayTo={() => place.sending.replayTo(replayed)}
        onEdit={() => place.sending.edit(replayed)}
      />
      <CopyMenu canSign={canSign} onCopy={copyAs} />
      <MoreMenu label={detail.more}>
        <ActionItems groups={groups} />
      </MoreMenu>
    </>
  )
}

/** `canSign` offers formats with a new signature, which need a valid original signature. */
function CopyMenu({
  canSign,
  onCopy,
}: {
  readonly canSign: boolean
  readonly onCopy: (as: CopyFormat) => void
}) {
  return (
    <Menu
      label={copyMenuCopy.label}
      trigger={
        <Button>
          <Copy size={14} className={css.copyIcon} aria-hidden />
          <span className={css.copyWords}>{copyMenuCopy.button}</span>
          <ChevronDown size={12} className={css.chevron} aria-hidden />
        </Button>
      }
    >
      {copyFormats(canSign).map((as) => (
        <MenuItem key={as} onAction={() => onCopy(as)} shortcut={as === 'curl' ? 'C' : undefined}>
          {copyMenuCopy.formats[as].label}
        </MenuItem>
      ))}
    </Menu>
  )
}

const copyFormats = (canSign: boolean): readonly CopyFormat[] =>
  canSign ? [...plain.slice(0, 1), ...signed, ...plain.slice(1)] : plain

const plain = ['curl', 'http', 'json', 'markdown', 'fixture'] as const
const signed = ['curl-signed-now', 'curl-signed-here'] as const
