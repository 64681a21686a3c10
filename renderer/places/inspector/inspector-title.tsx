import { CirclePause, CirclePlay, Download, FolderOpen, Play, Reply, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { Button } from '#ui/controls/button.tsx'
import { TitleRow } from '#ui/layout/title-row.tsx'
import { MenuItem } from '#ui/overlays/menu.tsx'
import { MoreMenu } from '#ui/overlays/more-menu.tsx'
import { StatusDot } from '#ui/status/status-pill.tsx'
import { useCommands } from '../../frame/use-commands.ts'
import { useHostConnection } from '../../host/host-connection.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { ListeningButton } from '../../nouns/listening/listening-button.tsx'
import { page as copy, listener as listenerCopy } from './copy.ts'
import css from './inspector-title.module.css'
import { list as listCopy } from './list/copy.ts'
import type { DeliveryList } from './list/use-delivery-list.ts'
import { open as sessionCopy } from './session-file/copy.ts'
import { useSessionFile } from './session-file/open-session.tsx'

/** The title row, with the page name and the listener's state on the left, and actions for the whole list on the right. */
export function InspectorTitle({
  list: { all, isUnread, held },
  selected,
  listener,
  rejected,
  onSimulate,
  onReplay,
  onExport,
  onExportSelected,
  onDelete,
  onSession,
  onResume,
}: {
  readonly list: DeliveryList
  readonly selected: number
  readonly listener: ListenerStatus | undefined
  readonly rejected: ReactNode
  readonly onSimulate: () => void
  readonly onReplay: () => void
  readonly onExport: () => void
  readonly onExportSelected: () => void
  readonly onDelete: () => void
  readonly onSession: (name: string) => void
  readonly onResume: () => void
}) {
  const session = useSessionFile(onSession)
  const isEmpty = all === undefined || all.length === 0
  const hold = () => (held.isPaused ? onResume() : held.hold('user'))
  const nothing = isEmpty ? copy.nothing : undefined
  useCommands('page', [
    [
      {
        id: 'page.replay',
        label: listCopy.replay,
        icon: Play,
        disabled: isUnread ? copy.filterNotRead : nothing,
        run: onReplay,
      },
      { id: 'page.export', label: copy.export, icon: Download, disabled: nothing, run: onExport },
      {
        id: 'page.pause',
        label: held.isPaused ? listCopy.resume : listCopy.pause,
        icon: held.isPaused ? CirclePlay : CirclePause,
        disabled: nothing,
        run: hold,
      },
      { id: 'page.open-session', label: sessionCopy.button, icon: FolderOpen, run: session.ask },
      {
        id: 'page.delete',
        label: copy.delete,
        icon: Trash2,
        disabled: isUnread ? copy.filterNotRead : nothing,
        run: onDelete,
      },
    ],
  ])
  return (
    <TitleRow
      title={copy.title}
      beside={
        <>
          <State listener={listener} isPaused={held.isPaused} />
          {rejected}
        </>
      }
    >
      <Button
        variant="quiet"
        className={css.labeled}
        icon={<Reply size={14} aria-hidden />}
        aria-label={copy.simulate}
        onPress={onSimulate}
      >
        {copy.simulate}
      </Button>
      <Button
        variant="quiet"
        className={css.labeled}
        icon={<Download size={14} aria-hidden />}
        aria-label={selected > 0 ? listCopy.exportSelected(selected) : listCopy.export}
        onPress={selected > 0 ? onExportSelected : onExport}
        isDisabled={isEmpty}
      >
        {listCopy.export}
      </Button>
      <MoreMenu id={moreActionsId} label={listCopy.more}>
        {[
          ...(isEmpty
            ? []
            : [
                <MenuItem key="hold" onAction={hold}>
                  {held.isPaused ? listCopy.resume : listCopy.pause}
                </MenuItem>,
              ]),
          // A filter that is too long is not applied, so a replay would send all deliveries. The item is therefore left out.
          ...(isUnread || isEmpty
            ? []
            : [
                <MenuItem key="replay" onAction={onReplay}>
                  {listCopy.replay}
                </MenuItem>,
              ]),
          <MenuItem key="session" onAction={session.ask}>
            {sessionCopy.button}
          </MenuItem>,
          // A filter that is too long is not applied, so all deliveries would be deleted. The item is therefore left out.
          ...(isUnread
            ? []
            : [
                <MenuItem key="delete" onAction={onDelete}>
                  {listCopy.delete}
                </MenuItem>,
              ]),
        ]}
      </MoreMenu>
      {session.field}
      <ListeningButton />
    </TitleRow>
  )
}

export const moreActionsId = 'more-deliveries'

/** Shows the state as a word and a dot. Dots differ in shape as well as color. */
function State({
  listener,
  isPaused,
}: {
  readonly listener: ListenerStatus | undefined
  readonly isPaused: boolean
}) {
  const { lost } = useHostConnection()
  const isUnused = !useEndpointNames().list.some(({ receivedHere }) => receivedHere)
  // A stopped listener is no problem before the first endpoint exists.
  if (lost === null && listener?.state === 'stopped' && isUnused) return null
  const [state, word] = lost === null ? stateOf(listener, isPaused) : (['bad', copy.notReachable] as const)
  return (
    <span className={css.state}>
      {word === '' ? null : <StatusDot look={state} />}
      {word}
    </span>
  )
}

function stateOf(listener: ListenerStatus | undefined, isPaused: boolean) {
  switch (listener?.state) {
    case undefined:
      return ['off', ''] as const
    case 'stopped':
      return ['off', listenerCopy.stopped] as const
    case 'failed':
      return ['bad', listenerCopy.failed] as const
    case 'listening':
      if (listener.degraded !== null) return ['bad', listenerCopy.notStoring] as const
      return isPaused ? (['off', copy.paused] as const) : (['on', copy.listening] as const)
  }
}
