import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { FinishAction, Unfinished } from '#shared/endpoints/unfinished.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { finishCreation } from './endpoint-requests.ts'
import { unfinishedCreations } from './queries.ts'
import css from './unfinished-creations.module.css'

/** Until somebody decided about it, another endpoint may be the same one a second time. */
export const isUndecided = ({ state }: Unfinished) => state !== 'secret-gone'

/**
 * Creations that did not end, since a reply was lost or the app ended meanwhile. Nothing is done by itself: asked twice, the
 * service creates twice. Each says what is known of it and offers what can be done.
 */
export function UnfinishedCreations({
  onMade,
  onShow,
}: {
  /** One was created after all. Its secret is shown wherever the user is. */
  readonly onMade: (endpoint: Endpoint) => void
  /** Leads to an endpoint, where its secret is imported. Where it is not given, only what must be decided is told. */
  readonly onShow?: (endpoint: string) => void
}) {
  const { data = [] } = useQuery(unfinishedCreations(useApi()))
  const told = onShow ? data : data.filter(isUndecided)
  return told.map((one) => <One key={one.id} unfinished={one} onMade={onMade} onShow={onShow} />)
}

function One({
  unfinished,
  onMade,
  onShow,
}: {
  readonly unfinished: Unfinished
  readonly onMade: (endpoint: Endpoint) => void
  readonly onShow: ((endpoint: string) => void) | undefined
}) {
  const finish = useSubmission(
    finishCreation(useApi(), useQueryClient()),
    ({ endpoint }) => endpoint && onMade(endpoint),
  )
  const { id, state, url, askedAt, endpoints } = unfinished
  const act = (action: FinishAction) => finish.mutate({ id, action })
  const way = (words: string, action: FinishAction) => (
    <Button
      size="small"
      pending={finish.isPending && isSame(finish.variables.action, action)}
      isDisabled={finish.isPending}
      onPress={() => act(action)}
    >
      {words}
    </Button>
  )
  return (
    <Banner tone={state === 'secret-lost' ? 'danger' : 'warn'} title={titles[state]}>
      <div className={css.one}>
        <p className={css.url}>
          <code>
            <VisibleText text={url} />
          </code>
          , requested <TimeText iso={askedAt} />
        </p>
        <p>{explanations[state]}</p>
        {finish.isError ? <ErrorBanner error={finish.error} /> : null}
        <div className={css.ways}>
          {state === 'secret-lost' ? (
            <>
              {way('Delete it and create it again', { kind: 'recreate' })}
              {way('Keep it without its secret', { kind: 'keep' })}
            </>
          ) : state === 'secret-gone' ? (
            <>
              {endpoints.map((endpoint) => (
                <Button key={endpoint.id} size="small" onPress={() => onShow?.(endpoint.id)}>
                  Import its secret…
                </Button>
              ))}
              {way('Keep it without its secret', { kind: 'keep' })}
              {way('Delete it and create it again', { kind: 'recreate' })}
            </>
          ) : state === 'not-created' ? (
            <>
              {way('Create it now', { kind: 'retry' })}
              {way('Forget it', { kind: 'forget' })}
            </>
          ) : (
            <>
              {endpoints.map((endpoint) => (
                <span key={endpoint.id} className={css.candidate}>
                  {way(`It is ${endpoint.id}`, { kind: 'choose', endpointId: endpoint.id })}
                  <span>
                    <VisibleText text={endpoint.url} />
                    {endpoint.createdAt === null ? null : (
                      <>
                        , created <TimeText iso={endpoint.createdAt} />
                      </>
                    )}
                  </span>
                </span>
              ))}
              {way('None of them', { kind: 'choose', endpointId: null })}
              {way('Forget it', { kind: 'forget' })}
            </>
          )}
        </div>
      </div>
    </Banner>
  )
}

const titles: Readonly<Record<Unfinished['state'], string>> = {
  'secret-lost': 'An endpoint was created, but its signing secret never arrived here.',
  'secret-gone': 'The signing secret of an endpoint is gone with the last session.',
  'not-created': 'An endpoint was requested, and was not created.',
  several: 'An endpoint was requested. It is not known which of these it is.',
}

const explanations: Readonly<Record<Unfinished['state'], string>> = {
  'secret-lost':
    'The service shows a secret only once, so this one is lost for good and its deliveries cannot be verified here.',
  'secret-gone':
    'It was kept in memory only. Import it if you have a copy; without it the deliveries of this endpoint cannot be verified here.',
  'not-created': 'It is not in the list, so it is safe to create it now.',
  several: 'Say which one was made by you, or that none was. Nothing is deleted by that.',
}

function isSame(a: FinishAction, b: FinishAction): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
