import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { commands } from '#shared/app/commands.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { Missing } from '#ui/feedback/missing.tsx'
import { focusItem } from '#ui/hooks/focus.ts'
import { useLast } from '#ui/hooks/use-last.ts'
import { useOnePane } from '#ui/hooks/use-media.ts'
import { ListDetail, Panes } from '#ui/layout/list-detail.tsx'
import { useActionKeys } from '#ui/overlays/action-keys.tsx'
import { useApi } from '../../host/client.ts'
import AddReceiver from '../../nouns/receivers/form/add-receiver.tsx'
import type { ReceiverFields } from '../../nouns/receivers/form/receiver-fields.ts'
import { receiverList } from '../../nouns/receivers/queries.ts'
import { page as copy } from './copy.ts'
import { ReceiverDetail } from './detail/receiver-detail.tsx'
import { EditReceiver } from './form/edit-receiver.tsx'
import { ReceiverPane, ReceiversTitle } from './list/receiver-pane.tsx'
import { useReceiverActions } from './receiver-actions.tsx'
import type { ReceiversPageProps } from './receivers-search.ts'

const ComposeSheet = lazy(() => import('../../nouns/receivers/compose/compose-sheet.tsx'))

/** Shows the list of receivers and the selected one. Forms open over both. */
export default function ReceiversPage({ search, onSearch }: ReceiversPageProps) {
  const onePane = useOnePane()
  const { data: list } = useQuery(receiverList(useApi()))
  const selected = list?.find(({ id }) => id === search.receiver)
  // Keeps a receiver that was deleted elsewhere during an edit, so that the open form keeps its input.
  const edited = useLast(selected, search.receiver)
  const closeForm = () => onSearch({ form: undefined, note: undefined }, { replace: true })
  const unselect = () =>
    onSearch({ receiver: undefined, form: undefined, tab: undefined, job: undefined, send: undefined })
  // State instead of a search parameter, because following a link must not send requests.
  const [checkId, setCheckId] = useState<string>()
  useEffect(() => {
    if (search.tab !== 'check') setCheckId(undefined)
  }, [search.tab])
  const actions = useReceiverActions({
    onEdit: ({ id }) => onSearch({ receiver: id, form: 'edit' }),
    onCompose: ({ id }) => onSearch({ receiver: id, form: 'compose' }),
    onCheck({ id }) {
      setCheckId(id)
      onSearch({ receiver: id, tab: 'check', send: undefined, job: undefined })
    },
    onRemoved({ id }) {
      if (id === search.receiver) unselect()
    },
  })
  const onSaved = (receiver: Receiver, { live }: Pick<ReceiverFields, 'live'>) => {
    onSearch({ form: undefined, receiver: receiver.id }, { replace: true })
    if (receiver.address.approval !== 'needed') return
    if (live && !receiver.live) actions.toggleLive(receiver)
    else actions.approve(receiver)
  }
  const onAdded = (receiver: Receiver, fields: ReceiverFields) => {
    onSaved(receiver, fields)
    focusItem('receiver-detail')
  }
  const fromPage = [
    [
      {
        id: 'receiver.new',
        label: copy.add,
        icon: Plus,
        keys: commands['new-receiver'].pageKeys,
        run: () => onSearch({ form: 'new' }),
      },
    ],
  ]
  useActionKeys(fromPage, 'row')
  useActionKeys(fromPage, 'detail')

  const pane = <ReceiverPane search={search} onSearch={onSearch} actions={actions} titled={onePane} />
  const detail = selected ? (
    <ReceiverDetail
      receiver={selected}
      actions={actions}
      search={search}
      onSearch={onSearch}
      startsCheck={checkId === selected.id}
      onCheckStarted={() => setCheckId(undefined)}
      onClose={unselect}
      alone={onePane}
    />
  ) : list && search.receiver !== undefined && search.form === undefined ? (
    <Missing words={copy} onBack={unselect} />
  ) : null
  const alone = list === undefined || (list.length === 0 && search.receiver === undefined)

  return (
    <Panes>
      {onePane ? null : <ReceiversTitle onSearch={onSearch} />}
      <ListDetail
        name="receivers"
        list={pane}
        detail={list === undefined ? null : detail}
        alone={alone}
        listWidth={300}
      />
      {search.form === 'new' ? <AddReceiver onClose={closeForm} onSaved={onAdded} /> : null}
      {search.form === 'edit' && edited ? (
        <EditReceiver
          key={edited.id}
          receiver={edited}
          isGone={list !== undefined && selected === undefined}
          onClose={closeForm}
          onSaved={onSaved}
        />
      ) : null}
      {search.form === 'compose' ? (
        <Suspense fallback={null}>
          <ComposeSheet
            key={search.note ?? ''}
            from={{ noteId: search.note }}
            receiverId={search.receiver}
            onClose={closeForm}
          />
        </Suspense>
      ) : null}
      {actions.dialog}
    </Panes>
  )
}
