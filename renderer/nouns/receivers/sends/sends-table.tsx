import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Send } from '#shared/receivers/model.ts'
import { classes } from '#ui/class-names.ts'
import { LogTable } from '#ui/collections/log-table.tsx'
import { Button } from '#ui/controls/button.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import type { ActionGroups } from '#ui/overlays/action.ts'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { visibleText } from '#ui/text/visible-text.tsx'
import { useCommands } from '../../../frame/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import type { SendFilter } from '../../../host/query-keys.ts'
import { useEndpointNames } from '../../endpoints/endpoint-names.ts'
import { NoteName } from '../../notes/note-name.tsx'
import { useNoteTitles } from '../../notes/use-note-titles.ts'
import { receiverList, sendList } from '../queries.ts'
import { ReceiverName } from '../receiver-name.tsx'
import { sends as copy } from './copy.ts'
import { SendCells } from './send-row.tsx'
import { SendView } from './send-view.tsx'
import css from './sends.module.css'
import { useSendActions } from './use-send-actions.tsx'

/** Lists sends, newest first. Each row opens its request and response. */
export function SendsTable({
  filter,
  about,
  open,
  onOpen,
  most,
  none,
}: {
  readonly filter: SendFilter
  /** The column that distinguishes the rows: the note, or the receiver. */
  readonly about: 'note' | 'receiver'
  readonly open: number | undefined
  readonly onOpen: (send: number | undefined) => void
  /** Maximum number of rows. If set, there is no button to load more. */
  readonly most?: number
  readonly none: ReactNode
}) {
  const list = useInfiniteQuery(sendList(useApi(), filter))
  const [limit, setLimit] = useState(step)
  const all = list.data?.pages.flatMap((page) => page.sends)
  const newest = all?.slice(0, most ?? limit) ?? []
  // Freezes a short list while one of its rows is open, because new sends would soon push that row out.
  const [held, setHeld] = useState<{ readonly open: number; readonly rows: readonly Send[] } | null>(null)
  const isHeld = most !== undefined && open !== undefined && newest.length > 0
  if (isHeld && held?.open !== open) setHeld({ open, rows: held?.rows ?? newest })
  if (open === undefined && held) setHeld(null)
  const shown = isHeld && held ? held.rows : newest
  const aboutOf = useAbout(about, shown)
  const { data: receivers } = useQuery(receiverList(useApi()))
  const actions = useSendActions({
    nameOf: ({ receiverId }) => receivers?.find(({ id }) => id === receiverId)?.name,
    isAtDelivery: about === 'receiver',
  })
  const endpoints = useEndpointNames()
  // The endpoint column is shown only if the rows have different endpoints. A response depends on the endpoint, because its
  // secret signed the request.
  const hasEndpoints = about === 'note' && new Set(shown.map(({ endpointId }) => endpointId)).size > 1
  // The first send of a delivery has no verdict.
  const hasVerdicts = shown.some(({ verdict }) => verdict !== null)
  if (all === undefined) return <QueryPlaceholder query={list} label={copy.loading} lines={4} />
  if (all.length === 0) return none
  const endpointOf = ({ endpointId }: Send) => (endpointId === null ? copy.nothing : endpoints.of(endpointId))
  const hasMore = most === undefined && (all.length > limit || list.hasNextPage)
  return (
    <div className={css.table}>
      <LogTable
        label={copy.table}
        columns={classes(css.columns, hasEndpoints && css.withEndpoints, hasVerdicts && css.withVerdicts)}
        heads={
          <>
            <span>{copy.sent}</span>
            <span className={css.how} />
            <span className={css.event}>{copy.event}</span>
            <span className={css.aboutHead}>{about === 'note' ? copy.note : copy.receiver}</span>
            {hasEndpoints ? <span className={css.endpoint}>{copy.endpoint}</span> : null}
            <span className={css.answerHead}>{copy.answer}</span>
            {hasVerdicts ? <span className={css.verdictCell}>{copy.verdict}</span> : null}
          </>
        }
        rows={shown}
        idOf={({ id }) => id}
        openId={open ?? null}
        onPress={(id) => onOpen(id === open ? undefined : id)}
        cells={(send) => (
          <SendCells send={send} endpoint={hasEndpoints ? endpointOf(send) : null} hasVerdict={hasVerdicts}>
            {aboutOf(send)}
          </SendCells>
        )}
        details={(send) => (
          <>
            <SendCommands groups={actions.groupsOf(send)} />
            <SendView id={send.id} />
          </>
        )}
        menu={(send) => <ActionItems groups={actions.groupsOf(send)} />}
      />
      {hasMore ? (
        <Button
          size="small"
          className={css.more}
          pending={list.isFetchingNextPage}
          onPress={() => {
            setLimit(limit + step)
            if (all.length < limit + step && list.hasNextPage) void list.fetchNextPage()
          }}
        >
          {copy.more}
        </Button>
      ) : null}
      {actions.dialog}
    </div>
  )
}

function SendCommands({ groups }: { readonly groups: ActionGroups }) {
  useCommands('send', groups)
  return null
}

const step = 100

function useAbout(about: 'note' | 'receiver', shown: readonly Send[]): (send: Send) => ReactNode {
  const { data: receivers } = useQuery(receiverList(useApi()))
  const titleOf = useNoteTitles(about === 'note' ? shown.flatMap(({ noteId }) => noteId ?? []) : [])
  if (about === 'receiver')
    return ({ receiverId }) => {
      const name = receivers?.find(({ id }) => id === receiverId)?.name
      return name === undefined ? (
        receivers && copy.deletedReceiver
      ) : (
        <span title={visibleText(name)}>
          <ReceiverName name={name} />
        </span>
      )
    }
  return ({ noteId }) => {
    if (noteId === null) return copy.nothing
    return <NoteName id={noteId} title={titleOf(noteId)} />
  }
}
