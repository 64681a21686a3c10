import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { FinishAction, Unfinished } from '#shared/endpoints/unfinished.ts'
import { Button } from '#ui/controls/button.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { finishCreation } from '../endpoints/endpoint-requests.ts'
import { isUndecided, unfinishedCreations } from '../endpoints/queries.ts'
import { AttentionRow } from './attention-row.tsx'
import { actions, times, unfinished as words } from './copy.ts'
import css from './unfinished-creations.module.css'

export interface CreationProps {
  readonly of: Unfinished
  /** Called after the endpoint was created. Its secret is shown on any page. */
  readonly onMade: (endpoint: Endpoint) => void
  /** Opens an endpoint, where its secret can be imported. */
  readonly onShow?: (endpoint: string) => void
}

/** Lists in the form the creations that need a decision before another endpoint is created. */
export function UndecidedCreations({ onMade }: Pick<CreationProps, 'onMade'>) {
  const { data = [] } = useQuery(unfinishedCreations(useApi()))
  return (
    <ul>
      {data.filter(isUndecided).map((one) => (
        <UnfinishedRow key={one.id} of={one} onMade={onMade} />
      ))}
    </ul>
  )
}

/**
 * Creation whose response was lost, or that was interrupted by the end of the app. Notehook does not retry it automatically, because
 * the service would create a second endpoint.
 */
export function UnfinishedRow({ of: { id, state, url, askedAt, endpoints }, onMade, onShow }: CreationProps) {
  const finish = useSubmission(
    finishCreation(useApi(), useQueryClient()),
    ({ endpoint }) => endpoint && onMade(endpoint),
  )
  const actionButton = (label: string, action: FinishAction) => (
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
          {times.requested} <TimeText iso={askedAt} />.
        </>
      }
      error={finish.error}
      actions={
        state === 'secret-lost' ? (
          <>
            {actionButton(actions.recreate, { kind: 'recreate' })}
            {actionButton(actions.keepWithoutSecret, { kind: 'keep' })}
          </>
        ) : state === 'secret-gone' ? (
          <>
            {endpoints.map((endpoint) => (
              <Button key={endpoint.id} size="small" onPress={() => onShow?.(endpoint.id)}>
                {actions.importSecret}
              </Button>
            ))}
            {actionButton(actions.keepWithoutSecret, { kind: 'keep' })}
            {actionButton(actions.recreate, { kind: 'recreate' })}
          </>
        ) : state === 'not-created' ? (
          <>
            {actionButton(actions.create, { kind: 'retry' })}
            {actionButton(actions.discard, { kind: 'forget' })}
          </>
        ) : (
          <>
            {actionButton(actions.none, { kind: 'choose', endpointId: null })}
            {actionButton(actions.discard, { kind: 'forget' })}
          </>
        )
      }
    >
      {state === 'several'
        ? endpoints.map((endpoint) => (
            <span key={endpoint.id} className={css.candidate}>
              {actionButton(actions.select(endpoint.id), { kind: 'choose', endpointId: endpoint.id })}
              <span>
                <VisibleText text={endpoint.url} />
                {endpoint.createdAt === null ? null : (
                  <>
                    {times.createdAfter} <TimeText iso={endpoint.createdAt} />
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
