import { useQuery } from '@tanstack/react-query'
import { MapPinOff } from 'lucide-react'
import { useEffect } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useOnePane } from '#ui/hooks/use-media.ts'
import { ListDetail, Panes } from '#ui/layout/list-detail.tsx'
import { useApi } from '../../host/client.ts'
import { page as copy } from './copy.ts'
import { EndpointDetail } from './detail/endpoint-detail.tsx'
import type { EndpointsPageProps, Undecided } from './endpoints-search.ts'
import { CreateEndpoint } from './form/create-endpoint.tsx'
import { EditEndpoint } from './form/edit-endpoint.tsx'
import { EndpointPane, EndpointsTitle } from './list/endpoint-pane.tsx'
import { endpointList } from './queries.ts'
import { replacementList } from './replacement/queries.ts'
import { counterpart, successor } from './replacement/replacement-steps.ts'

/** The list of endpoints and the selected one; forms open over both. */
export default function EndpointsPage({
  search,
  onSearch,
  undecided,
}: EndpointsPageProps & { readonly undecided: Undecided }) {
  const onePane = useOnePane()
  const api = useApi()
  const { data: list } = useQuery(endpointList(api))
  const { data: replacements = [] } = useQuery(replacementList(api))
  const listed = (id: string | undefined) => list?.find((endpoint) => endpoint.id === id)
  const other = search.endpoint && counterpart(replacements, search.endpoint)
  // A replaced endpoint that was selected gives way to its replacement as soon as the replacement ends. Waiting for the list
  // would lose what the user pressed in between, with the old endpoint's pane.
  const moved =
    listed(successor(replacements, search.endpoint)) ??
    (list && !listed(search.endpoint) ? listed(other) : undefined)
  const selected = moved ?? listed(search.endpoint)
  // `EndpointOutcomes` shows its secret on any page.
  const onCreated = ({ id }: Endpoint) =>
    onSearch({ form: undefined, start: undefined, endpoint: id }, { replace: true })
  const unselect = () => onSearch({ endpoint: undefined, form: undefined, start: undefined })
  useEffect(() => {
    if (moved) onSearch({ endpoint: moved.id, form: undefined, start: undefined }, { replace: true })
  })

  const pane = <EndpointPane search={search} onSearch={onSearch} titled={onePane} />
  const detail = selected ? (
    <EndpointDetail
      endpoint={selected}
      onEdit={() => onSearch({ form: 'edit' })}
      onRemoved={() => (listed(other) ? undefined : unselect())}
      onClose={unselect}
      alone={onePane}
    />
  ) : list && search.endpoint !== undefined ? (
    <EmptyState
      icon={MapPinOff}
      title={copy.missingTitle}
      action={<Button onPress={unselect}>{copy.backToList}</Button>}
    >
      {copy.missing}
    </EmptyState>
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
        listWidth={380}
      />
      {search.form === 'new' ? (
        <CreateEndpoint
          key={JSON.stringify(search.start)}
          start={search.start}
          undecided={undecided}
          onClose={() => onSearch({ form: undefined, start: undefined }, { replace: true })}
          onCreated={onCreated}
        />
      ) : null}
      {search.form === 'edit' && selected ? (
        <EditEndpoint
          key={`${selected.id} ${JSON.stringify(search.start)}`}
          endpoint={selected}
          start={search.start}
          onClose={() => onSearch({ form: undefined, start: undefined }, { replace: true })}
        />
      ) : null}
    </Panes>
  )
}
