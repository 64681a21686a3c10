import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, RefreshCw, Webhook } from 'lucide-react'
import { asAppError } from '#shared/errors.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { BannerStack } from '#ui/layout/banner-stack.tsx'
import stackCss from '#ui/layout/stack.module.css'
import { TitleRow } from '#ui/layout/title-row.tsx'
import { useApi } from '../../../host/client.ts'
import { keys } from '../../../host/query-keys.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { useFolderNames } from '../../../nouns/endpoints/folder-names.ts'
import { endpointList } from '../../../nouns/endpoints/queries.ts'
import { replacementList } from '../../../nouns/endpoints/replacement/queries.ts'
import type { EndpointPlace } from '../actions/use-endpoint-actions.ts'
import type { EndpointsPageProps } from '../endpoints-search.ts'
import { banner, replacementTitle } from '../replacement/copy.ts'
import { hasEnded } from '../replacement/replacement-steps.ts'
import { pane as copy } from './copy.ts'
import { EndpointList } from './endpoint-list.tsx'
import css from './endpoint-pane.module.css'

const isWithoutWebhooks = (error: Error | null) => error !== null && asAppError(error).code === 'no-webhooks'

export function EndpointsTitle({ onSearch }: Pick<EndpointsPageProps, 'onSearch'>) {
  const { data, error, isFetching, refetch } = useQuery(endpointList(useApi()))
  return (
    <TitleRow title={copy.title} count={data?.length ?? null}>
      <IconButton label={copy.refresh} onPress={() => void refetch()} isDisabled={isFetching}>
        <RefreshCw size={14} aria-hidden />
      </IconButton>
      {isWithoutWebhooks(error) || data?.length === 0 ? null : (
        <Button
          variant="primary"
          icon={<Plus size={14} aria-hidden />}
          onPress={() => onSearch({ form: 'new' })}
        >
          {copy.create}
        </Button>
      )}
    </TitleRow>
  )
}

/** Lists all endpoints that this key can manage (specification, section 4). The service returns them without paging. */
export function EndpointPane({
  search,
  onSearch,
  place,
  titled,
}: EndpointsPageProps & {
  readonly place: EndpointPlace
  readonly titled: boolean
}) {
  const onCreate = () => onSearch({ form: 'new' })
  const list = useQuery(endpointList(useApi()))
  const cache = useQueryClient()
  const { data, isFetching } = list
  const folders = useFolderNames()
  const noWebhooks = isWithoutWebhooks(list.error)
  const hasSome = data !== undefined && data.length > 0
  const onShow = (endpoint: string) => onSearch({ endpoint })
  const refresh = () => void list.refetch()

  return (
    <section className={stackCss.fill} aria-label={copy.title}>
      {titled ? <EndpointsTitle onSearch={onSearch} /> : null}
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
        <EndpointList endpoints={data} folders={folders} search={search} onSearch={onSearch} place={place} />
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

/** Offers to use another key, which may have the permission. That depends on the key's user, plan and scopes. */
function OtherKey() {
  const navigate = useNavigate()
  return (
    <Button onPress={() => void navigate({ to: '/settings/$section', params: { section: 'workspace' } })}>
      {copy.otherKey}
    </Button>
  )
}

/** Links to the replacements in progress. Leaves out the one whose endpoint is open. */
function ReplacementBanners({
  open,
  onShow,
}: {
  readonly open: string | undefined
  readonly onShow: (endpoint: string) => void
}) {
  const { data: replacements = [] } = useQuery(replacementList(useApi()))
  const names = useEndpointNames()
  return replacements.map((replacement) => {
    const { id, step, oldId, newId, newUrl, problem } = replacement
    if ((open !== undefined && (open === oldId || open === newId)) || hasEnded(step)) return null
    const shown = newId === null ? oldId : newId
    return (
      <Banner
        key={id}
        tone={problem === null ? 'info' : 'warn'}
        title={`${replacementTitle(replacement)}: ${names.of(shown, newUrl)}`}
        action={
          <Button size="small" onPress={() => onShow(shown)}>
            {banner.show}
          </Button>
        }
      >
        {problem ?? (step === 'proven' ? banner.proven : null)}
      </Banner>
    )
  })
}
