import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { commands } from '#shared/app/commands.ts'
import { type Endpoint, EndpointLabel } from '#shared/endpoints/model.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Missing } from '#ui/feedback/missing.tsx'
import { useLast } from '#ui/hooks/use-last.ts'
import { useIsNarrow, useOnePane } from '#ui/hooks/use-media.ts'
import { ListDetail, Panes } from '#ui/layout/list-detail.tsx'
import type { Action, ActionGroups } from '#ui/overlays/action.ts'
import { usePageKeys } from '#ui/overlays/action-keys.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { RenameDialog } from '#ui/overlays/rename-dialog.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useRemoval } from '../../host/use-removal.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { endpointList, labelEndpoint, removeEndpoint } from '../../nouns/endpoints/queries.ts'
import { replacementList } from '../../nouns/endpoints/replacement/queries.ts'
import { useForwardsNothing } from '../../nouns/receivers/forwarding.ts'
import { receiverList } from '../../nouns/receivers/queries.ts'
import { InWorkspace } from '../../nouns/workspaces/in-workspace.tsx'
import { NeedsWorkspace } from '../../nouns/workspaces/needs-workspace.tsx'
import type { EndpointPlace } from './actions/use-endpoint-actions.ts'
import { actions, page as copy, naming } from './copy.ts'
import { remove as removeCopy } from './detail/copy.ts'
import { EndpointDetail } from './detail/endpoint-detail.tsx'
import { confirmationName } from './endpoint-state.ts'
import type { EndpointsPageProps } from './endpoints-search.ts'
import { CreateEndpoint } from './form/create-endpoint.tsx'
import { EditEndpoint } from './form/edit-endpoint.tsx'
import { EndpointPane, EndpointsTitle } from './list/endpoint-pane.tsx'
import { counterpart, hasEnded, successor } from './replacement/replacement-steps.ts'
import { RotateSecret } from './replacement/rotate-secret.tsx'
import { SecretReveal } from './secret/secret-reveal.tsx'
import { WaitingToSend } from './waiting-to-send.tsx'

const route = getRouteApi('/endpoints')

/** The endpoints page of the open workspace, or of the workspace in a link. */
export default function EndpointsPage() {
  const { workspace, view: _, ...search } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <InWorkspace id={workspace} onThere={() => void navigate({ search, replace: true })}>
      <NeedsWorkspace>
        <Endpoints
          search={search}
          onSearch={(changes, { replace = false } = {}) =>
            void navigate({ search: (now) => ({ ...now, ...changes }), replace })
          }
        />
      </NeedsWorkspace>
    </InWorkspace>
  )
}

function Endpoints({ search, onSearch }: EndpointsPageProps) {
  const onePane = useOnePane()
  const isNarrow = useIsNarrow()
  const api = useApi()
  const { data: list } = useQuery(endpointList(api))
  const { data: replacements = [] } = useQuery(replacementList(api))
  const listed = (id: string | undefined) => list?.find((endpoint) => endpoint.id === id)
  const other = search.endpoint && counterpart(replacements, search.endpoint)
  // Selects the new endpoint as soon as the old one has been replaced. Otherwise, the old endpoint's pane would close when the
  // list is refreshed.
  const moved =
    listed(successor(replacements, search.endpoint)) ??
    (list && !listed(search.endpoint) ? listed(other) : undefined)
  const selected = moved ?? listed(search.endpoint)
  // Keeps an endpoint that was deleted elsewhere during an edit, so that the open form keeps its input.
  const edited = useLast(selected, search.endpoint)
  const onCreated = ({ id }: Endpoint) =>
    onSearch({ form: undefined, start: undefined, endpoint: id, tab: undefined }, { replace: true })
  const unselect = () => onSearch({ endpoint: undefined, tab: undefined, form: undefined, start: undefined })
  useEffect(() => {
    if (moved) onSearch({ endpoint: moved.id, form: undefined, start: undefined }, { replace: true })
  })

  const [dialog, setDialog] = useState<{
    readonly what: 'name' | 'delete'
    readonly endpoint: Endpoint
  } | null>(null)
  const place: EndpointPlace = {
    onEdit: (endpoint) => onSearch({ endpoint, form: 'edit', start: undefined }),
    onRename: (endpoint) => setDialog({ what: 'name', endpoint }),
    onDelete: (endpoint) => setDialog({ what: 'delete', endpoint }),
  }
  usePageKeys(list === undefined ? none : [[newEndpoint(() => onSearch({ form: 'new' }))]])

  const pane = <EndpointPane search={search} onSearch={onSearch} place={place} titled={onePane} />
  const detail = selected ? (
    <EndpointDetail
      endpoint={selected}
      tab={search.tab ?? 'overview'}
      onTab={(tab) => onSearch({ tab: tab === 'overview' ? undefined : tab }, { replace: true })}
      place={place}
      onClose={unselect}
      alone={onePane}
    />
  ) : list && search.endpoint !== undefined && !(search.form === 'edit' && edited) ? (
    <Missing words={copy} onBack={unselect} />
  ) : null
  const alone = list === undefined || (list.length === 0 && search.endpoint === undefined)

  return (
    <Panes>
      {onePane ? null : <EndpointsTitle onSearch={onSearch} />}
      <ListDetail
        name="endpoint-list"
        list={pane}
        detail={list === undefined ? null : detail}
        alone={alone}
        listWidth={isNarrow ? 320 : 380}
      />
      {dialog?.what === 'name' ? (
        <NameDialog endpoint={dialog.endpoint} onClose={() => setDialog(null)} />
      ) : null}
      {dialog?.what === 'delete' ? (
        <RemoveEndpoint
          key={dialog.endpoint.id}
          endpoint={dialog.endpoint}
          isOpen
          onClose={() => setDialog(null)}
          onRemoved={() => (dialog.endpoint.id !== search.endpoint || listed(other) ? undefined : unselect())}
        />
      ) : null}
      {search.form === 'new' ? (
        <CreateEndpoint
          key={JSON.stringify(search.start)}
          start={search.start}
          onClose={() => onSearch({ form: undefined, start: undefined }, { replace: true })}
          onCreated={onCreated}
        />
      ) : null}
      {search.form === 'secret' && selected ? (
        <SecretReveal
          key={selected.id}
          endpoint={selected}
          onClose={() => onSearch({ form: undefined }, { replace: true })}
        />
      ) : null}
      {search.form === 'rotate' && selected ? (
        <RotateSecret
          key={selected.id}
          endpoint={selected}
          onClose={() => onSearch({ form: undefined }, { replace: true })}
        />
      ) : null}
      {search.form === 'edit' && edited ? (
        <EditEndpoint
          key={`${edited.id} ${JSON.stringify(search.start)}`}
          endpoint={edited}
          isGone={list !== undefined && selected === undefined}
          onCreate={(start) => onSearch({ endpoint: undefined, form: 'new', start }, { replace: true })}
          start={search.start}
          onClose={() => onSearch({ form: undefined, start: undefined }, { replace: true })}
        />
      ) : null}
    </Panes>
  )
}

const none: ActionGroups = []

/** A dialog that names an endpoint. Names are stored only on this computer, because the service has none. */
function NameDialog({
  endpoint: { id, label },
  onClose,
}: {
  readonly endpoint: Endpoint
  readonly onClose: () => void
}) {
  const rename = useSubmission(labelEndpoint(useApi(), useQueryClient()), onClose)
  return (
    <RenameDialog
      title={naming.title}
      description={naming.text}
      confirmLabel={naming.confirm}
      initial={label ?? ''}
      schema={EndpointLabel}
      submission={rename}
      onRename={(label) => rename.mutate({ id, label })}
      onClose={onClose}
    />
  )
}

function RemoveEndpoint({
  endpoint,
  isOpen,
  onClose,
  onRemoved,
}: {
  readonly endpoint: Endpoint
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRemoved: () => void
}) {
  const api = useApi()
  const { remove, close } = useRemoval(
    removeEndpoint(api, useQueryClient()),
    { title: removeCopy.deleted, description: removeCopy.deletedText },
    {
      onClose,
      onRemoved,
    },
  )
  const forwardsNothing = useForwardsNothing()
  const { data: receivers = [] } = useQuery(receiverList(api))
  const { data: replacements = [] } = useQuery(replacementList(api))
  const isReplaced = replacements.some(({ oldId, step }) => oldId === endpoint.id && !hasEnded(step))
  const stopped = receivers.filter(
    (one) => !isReplaced && one.live && !forwardsNothing(one) && forwardsNothing(one, endpoint.id),
  )
  return (
    <ConfirmDialog
      title={removeCopy.title}
      isOpen={isOpen}
      onClose={close}
      confirmLabel={removeCopy.confirm}
      pending={remove.isPending}
      typeToConfirm={confirmationName(endpoint)}
      onConfirm={() => remove.mutate(endpoint.id)}
    >
      {remove.isError ? <ErrorBanner error={remove.error} /> : null}
      {remove.isPending ? <WaitingToSend verb="deleted" /> : null}
      <p>
        {removeCopy.deliveriesTo}{' '}
        <b>
          <VisibleText text={endpoint.url} />
        </b>{' '}
        {removeCopy.stop}
      </p>
      {stopped.length > 0 ? (
        <p>
          <VisibleText text={removeCopy.forwardNothing(stopped.map(({ name }) => name))} />
        </p>
      ) : null}
      <p>{removeCopy.kept}</p>
    </ConfirmDialog>
  )
}

const newEndpoint = (run: () => void): Action => ({
  id: 'endpoints.new',
  label: actions.create,
  icon: Plus,
  keys: commands['new-endpoint'].pageKeys,
  run,
})
