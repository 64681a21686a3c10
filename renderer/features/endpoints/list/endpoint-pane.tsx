import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, RefreshCw, Webhook } from 'lucide-react'
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
import { pane as copy, countText } from './copy.ts'
import { EndpointList } from './endpoint-list.tsx'
import css from './endpoint-pane.module.css'

/** All endpoints that this key can manage (specification, section 4); the service's list has no paging. */
export function EndpointPane({ search, onSearch }: EndpointsPageProps) {
  const onCreate = () => onSearch({ form: 'new' })
  const list = useQuery(endpointList(useApi()))
  const cache = useQueryClient()
  const { data, isFetching } = list
  const folders = useFolderNames()
  const noWebhooks = list.isError && asAppError(list.error).code === 'no-webhooks'
  const hasSome = data !== undefined && data.length > 0
  const onShow = (endpoint: string) => onSearch({ endpoint })
  const refresh = () => void list.refetch()

  return (
    <section className={css.pane} aria-label={copy.title}>
      <Toolbar level={1} title={copy.title} subtitle={data ? countText(data) : ' '}>
        <IconButton label={copy.refresh} onPress={refresh} isDisabled={isFetching}>
          <RefreshCw size={15} aria-hidden />
        </IconButton>
        {noWebhooks || data?.length === 0 ? null : (
          <Button variant="primary" icon={<Plus size={14} aria-hidden />} onPress={onCreate}>
            {copy.create}
          </Button>
        )}
      </Toolbar>
      {hasSome && list.isError ? (
        <div className={css.remark}>
          <ErrorBanner
            error={list.error}
            onRetry={refresh}
            retrying={isFetching}
            readAt={list.dataUpdatedAt}
          />
        </div>
      ) : null}
      {data && !noWebhooks ? (
        <div className={css.replacements}>
          <BannerStack>
            <ReplacementBanners open={search.endpoint} onShow={onShow} />
          </BannerStack>
        </div>
      ) : null}
      {hasSome ? (
        <EndpointList endpoints={data} folders={folders} search={search} onSearch={onSearch} />
      ) : noWebhooks ? (
        <NoWebhooks onRetry={refresh} retrying={isFetching} message={asAppError(list.error).message} />
      ) : list.isError ? (
        <ErrorState
          error={list.error}
          onRetry={refresh}
          retrying={isFetching}
          action={asAppError(list.error).code === 'forbidden' ? <OtherKey /> : null}
        />
      ) : data ? (
        <EmptyState
          icon={Webhook}
          title={copy.emptyTitle}
          action={
            <Button variant="primary" icon={<Plus size={14} aria-hidden />} onPress={onCreate}>
              {copy.create}
            </Button>
          }
        >
          <p>{copy.empty}</p>
        </EmptyState>
      ) : (
        <Loading
          label={copy.loading}
          isReading={isFetching}
          onStop={() => void cache.cancelQueries({ queryKey: keys.endpoints.list })}
          onRead={refresh}
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
      title={copy.noWebhooks}
      action={
        <>
          <OtherKey />
          <Button onPress={onRetry} pending={retrying}>
            {copy.retry}
          </Button>
        </>
      }
    >
      <p>{message}</p>
      <p className={css.more}>{copy.noWebhooksText}</p>
    </EmptyState>
  )
}

/** Another key may have the permission: it depends on the key's user, plan and scopes. */
function OtherKey() {
  const navigate = useNavigate()
  return <Button onPress={() => void navigate({ to: '/settings' })}>{copy.otherKey}</Button>
}
