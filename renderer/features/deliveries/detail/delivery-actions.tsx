import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Star } from 'lucide-react'
import { useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { useCommands } from '../../../app/use-commands.ts'
import { type Comparing, useCompareActions } from '../compare/use-compare-actions.ts'
import { RemoveDelivery } from '../list/remove-delivery.tsx'
import { annotations, actions as copy, copyMenu, detail } from './copy.ts'
import { CopyMenu, copyFormats } from './copy-menu.tsx'
import { useStar } from './delivery-annotations.tsx'
import { useCopyDelivery } from './delivery-copying.ts'
import css from './delivery-detail.module.css'
import { useDetailKeys } from './use-detail-keys.ts'

/** What can be done with a delivery. Its keys work wherever nothing is typed. */
export function DeliveryActions({
  delivery,
  canSign,
  compare,
  onEditRemark,
  onRemoved,
}: {
  readonly delivery: DeliverySummary
  /** Its signature is valid, so it can be signed again. */
  readonly canSign: boolean
  readonly compare: Comparing
  readonly onEditRemark: () => void
  readonly onRemoved: () => void
}) {
  const { id, noteId, starred, remark } = delivery
  const [isRemoving, setRemoving] = useState(false)
  const navigate = useNavigate()
  const star = useStar(delivery)
  const copyAs = useCopyDelivery(id)
  const compareActions = useCompareActions(delivery, compare)
  const openNote =
    noteId === null ? undefined : () => void navigate({ to: '/notes', search: { note: noteId } })
  useCommands('delivery', [
    copyFormats(canSign).map((as) => ({
      id: `delivery.copy-${as}`,
      label: copyMenu.as(copyMenu.formats[as].label),
      icon: Copy,
      keys: as === 'curl' ? 'C' : undefined,
      run: () => copyAs(as),
    })),
    [
      {
        id: 'delivery.open-note',
        label: copy.openNote,
        keys: 'O',
        disabled: openNote ? undefined : copy.noNote,
        run: () => openNote?.(),
      },
      { id: 'delivery.star', label: starred ? copy.unstar : copy.star, icon: Star, keys: 'S', run: star },
      { id: 'delivery.note', label: remark === '' ? copy.addNote : copy.editNote, run: onEditRemark },
    ],
    compareActions.map(({ shortcut, ...action }) => ({ ...action, keys: shortcut })),
    [{ id: 'delivery.delete', label: copy.deleteThis, run: () => setRemoving(true) }],
  ])
  useDetailKeys({ s: star, c: () => copyAs('curl'), o: openNote })
  return (
    <>
      {starred ? (
        <IconButton label={annotations.starred} shortcut="S" onPress={star} className={css.starred}>
          <Star size={14} fill="currentColor" aria-hidden />
        </IconButton>
      ) : null}
      <span className={css.grow} />
      <CopyMenu canSign={canSign} onCopy={copyAs} />
      <Menu
        label={detail.more}
        trigger={
          <IconButton label={detail.more}>
            <Ellipsis size={14} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onAction={() => copyAs('curl')} shortcut="C">
          {detail.keys.copy}
        </MenuItem>
        {openNote ? (
          <MenuItem onAction={openNote} shortcut="O">
            {copy.openNote}
          </MenuItem>
        ) : null}
        <MenuItem onAction={star} shortcut="S">
          {starred ? copy.unstar : copy.star}
        </MenuItem>
        <MenuItem onAction={onEditRemark}>{remark === '' ? copy.addNote : copy.editNote}</MenuItem>
        <MenuSeparator />
        {compareActions.map(({ label, shortcut, run }) => (
          <MenuItem key={label} onAction={run} shortcut={shortcut}>
            {label}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onAction={() => setRemoving(true)} tone="danger">
          {copy.delete}
        </MenuItem>
      </Menu>
      <RemoveDelivery id={id} isOpen={isRemoving} onClose={() => setRemoving(false)} onRemoved={onRemoved} />
    </>
  )
}
