import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { FinishAction, Unfinished } from '#shared/endpoints/unfinished.ts'
import { Button } from '#ui/controls/button.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { finishCreation, isUndecided, unfinishedCreations } from '../endpoints/index.ts'
import { AttentionRow } from './attention-row.tsx'
import { actions, unfinished as words } from './copy.ts'
import css from './unfinished-creations.module.css'

export interface CreationProps {
  readonly of: Unfinished
  /** One was created after all. Its secret is shown wherever the user is. */
  readonly onMade: (endpoint: Endpoint) => void
  /** Leads to an endpoint, where its secret is imported. */
  readonly onShow?: (endpoint: string) => void
}

/** Those that must be decided before another endpoint is created, for the form. */
export function UndecidedCreations({ onMade }: Pick<CreationProps, 'onMade'>) {
  const { data = [] } = useQuery(unfinishedCreations(useApi()))
  return (
    <ul className={css.list}>
      {data.filter(isUndecided).map((one) => (
        <UnfinishedRow key={one.id} of={one} onMade={onMade} />
      ))}
    </ul>
  )
}

/**
 * A creation that did not end, since a reply was lost or the app ended meanwhile. Nothing is done by itself: asked twice, the
 * service creates twice.
 */
export function UnfinishedRow({ of: { id, state, url, askedAt, endpoints }, onMade, onShow }: CreationProps) {
  const finish = useSubmission(
    finishCreation(useApi(), useQueryClient()),
    ({ endpoint }) => endpoint && onMade(endpoint),
  )
  const way = (label: string, action: FinishAction) => (
    <Button
      size="small"
      pending={finish.isPending && isSame(finish.variables.action, action)}
      isDisabled={finish.isPending}
      onPress={() => finish.mutate({ id, action })}
    >
      {label}
    </Button>
  )
  return (
    <AttentionRow
      tone={state === 'secret-lost' ? 'danger' : 'warn'}
      {...words[state]}
      about={[url]}
      when={
        <>
          Requested <TimeText iso={askedAt} />.
        </>
      }
      error={finish.error}
      actions={
        state === 'secret-lost' ? (
          <>
            {way(actions.recreate, { kind: 'recreate' })}
            {way(actions.keepWithoutSecret, { kind: 'keep' })}
          </>
        ) : state === 'secret-gone' ? (
          <>
            {endpoints.map((endpoint) => (
              <Button key={endpoint.id} size="small" onPress={() => onShow?.(endpoint.id)}>
                {actions.importSecret}
              </Button>
            ))}
            {way(actions.keepWithoutSecret, { kind: 'keep' })}
            {way(actions.recreate, { kind: 'recreate' })}
          </>
        ) : state === 'not-created' ? (
          <>
            {way(actions.create, { kind: 'retry' })}
            {way(actions.discard, { kind: 'forget' })}
          </>
        ) : (
          <>
            {way(actions.none, { kind: 'choose', endpointId: null })}
            {way(actions.discard, { kind: 'forget' })}
          </>
        )
      }
    >
      {state === 'several'
        ? endpoints.map((endpoint) => (
            <span key={endpoint.id} className={css.candidate}>
              {way(actions.select(endpoint.id), { kind: 'choose', endpointId: endpoint.id })}
              <span>
                <VisibleText text={endpoint.url} />
                {endpoint.createdAt === null ? null : (
                  <>
                    , created <TimeText iso={endpoint.createdAt} />
                  </>
                )}
              </span>
            </span>
          ))
        : null}
    </AttentionRow>
  )
}

function isSame(a: FinishAction, b: FinishAction): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
