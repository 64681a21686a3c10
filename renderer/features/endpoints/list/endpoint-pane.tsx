import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Grid3x3, Plus, RefreshCw, Webhook } from 'lucide-react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { BannerStack } from '#ui/layout/banner-stack.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { useApi } from '../../../host/client.ts'
import { keys } from '../../../host/query-keys.ts'
import type { EndpointsPageProps } from '../endpoints-search.ts'
import { useFolderNames } from '../folder-names.ts'
import { endpointList } from '../queries.ts'
import { ReplacementBanners } from '../replacement/replacement-banners.tsx'
import { EndpointList } from './endpoint-list.tsx'
import css from './endpoint-pane.module.css'

/** The endpoints this key can manage (specification, section 4): the whole list, as it has no paging. */
export function EndpointPane({ search, onSearch }: EndpointsPageProps) {
  const onCreate = () => onSearch({ form: 'new' })
  const list = useQuery(endpointList(useApi()))
  const cache = useQueryClient()
  const { data, isFetching } = list
  const folders = useFolderNames()
  const noWebhooks = list.isError && asAppError(list.error).code === 'no-webhooks'
  const hasSome = data !== undefined && data.length > 0
  const onShow = (endpoint: string) => onSearch({ endpoint, view: undefined })
  const readAgain = () => void list.refetch()

  return (
    <section className={css.pane} aria-label="Endpoints">
      <Toolbar level={1} title="Endpoints" subtitle={data ? describeCount(data) : ' '}>
        <IconButton label="Read the endpoints again" onPress={readAgain} isDisabled={isFetching}>
          <RefreshCw size={15} aria-hidden />
        </IconButton>
        {hasSome ? (
          <IconButton
            label={search.view ? 'Close the coverage map' : 'What they hear of together (coverage)'}
            aria-pressed={search.view === 'coverage'}
            onPress={() => onSearch({ view: search.view ? undefined : 'coverage' })}
          >
            <Grid3x3 size={15} aria-hidden />
          </IconButton>
        ) : null}
        {noWebhooks || data?.length === 0 ? null : (
          <Button variant="primary" icon={<Plus size={14} aria-hidden />} onPress={onCreate}>
            New endpoint
          </Button>
        )}
      </Toolbar>
      {hasSome && list.isError ? (
        <div className={css.remark}>
          <ErrorBanner
            error={list.error}
            onRetry={readAgain}
            retrying={isFetching}
            readAt={list.dataUpdatedAt}
          />
        </div>
      ) : null}
      {data && !noWebhooks ? (
        <div className={css.replacements}>
          <BannerStack>
            <ReplacementBanners open={search.view ? undefined : search.endpoint} onShow={onShow} />
          </BannerStack>
        </div>
      ) : null}
      {hasSome ? (
        <EndpointList endpoints={data} folders={folders} search={search} onSearch={onSearch} />
      ) : noWebhooks ? (
        <NoWebhooks onRetry={readAgain} retrying={isFetching} message={asAppError(list.error).message} />
      ) : list.isError ? (
        <ErrorState
          error={list.error}
          onRetry={readAgain}
          retrying={isFetching}
          action={asAppError(list.error).code === 'forbidden' ? <OtherKey /> : null}
        />
      ) : data ? (
        <EmptyState
          icon={Webhook}
          title="No endpoints yet"
          action={
            <Button variant="primary" icon={<Plus size={14} aria-hidden />} onPress={onCreate}>
              New endpoint
            </Button>
          }
        >
          <p>
            An endpoint is an address the service calls when a note is generated, edited or shared. Begin with
            the inspector on this machine: it verifies each delivery and shows what came.
          </p>
        </EmptyState>
      ) : (
        <Loading
          label="Reading the endpoints"
          isReading={isFetching}
          onStop={() => void cache.cancelQueries({ queryKey: keys.endpoints.list })}
          onRead={readAgain}
        />
      )}
    </section>
  )
}

function NoWebhooks({
  message,
  onRetry,
  retrying,
}: {
  readonly message: string
  readonly onRetry: () => void
  readonly retrying: boolean
}) {
  return (
    <EmptyState
      icon={Webhook}
      title="No webhooks on this plan"
      action={
        <>
          <OtherKey />
          <Button onPress={onRetry} pending={retrying}>
            Look again
          </Button>
        </>
      }
    >
      <p>{message}</p>
      <p className={css.more}>
        If the plan was changed just now, or you were given another key, look again. Until then you can read
        spaces, folders and notes as usual.
      </p>
    </EmptyState>
  )
}

/** What a key may depends on who it is of, the plan and its scopes: another one may more. */
function OtherKey() {
  const navigate = useNavigate()
  return <Button onPress={() => void navigate({ to: '/settings' })}>Keys in the settings…</Button>
}

function describeCount(list: readonly Endpoint[]): string {
  const disabled = list.filter(({ enabled }) => !enabled).length
  const all = `${list.length.toLocaleString()} endpoint${list.length === 1 ? '' : 's'}`
  return disabled === 0 ? all : `${all}, ${disabled.toLocaleString()} disabled`
}
