import { useQueryClient } from '@tanstack/react-query'
import type { DisabledState, Endpoint } from '#shared/endpoints/model.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toasts.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { updateEndpoint } from '../queries.ts'
import { WaitingToSend } from '../waiting-to-send.tsx'
import css from './endpoint-detail.module.css'

/**
 * Whether deliveries are active. It moves when the service has confirmed it, never before: the specification does not say
 * whether an update may change it (section 3).
 */
export function EnabledSwitch({ endpoint }: { readonly endpoint: Endpoint }) {
  const options = updateEndpoint(useApi(), useQueryClient())
  const change = useSubmission({
    ...options,
    onSuccess(updated, asked, ...more) {
      const { enabled } = asked.changes
      toast({
        title: enabled ? 'The endpoint is enabled.' : 'The endpoint is disabled.',
        description: enabled
          ? 'What happened while it was off is not sent later.'
          : 'Events that happen from now on are missed.',
      })
      return options.onSuccess?.(updated, asked, ...more)
    },
  })
  const set = (enabled: boolean) => change.mutate({ id: endpoint.id, changes: { enabled } })
  return (
    <div className={css.switch}>
      <div className={css.switchRow}>
        <Switch isSelected={endpoint.enabled} isReadOnly={change.isPending} onChange={set}>
          Deliveries are active
        </Switch>
        {change.isPending ? (
          <Spinner size={14} label={endpoint.enabled ? 'Disabling the endpoint' : 'Enabling the endpoint'} />
        ) : null}
      </div>
      {endpoint.disabledState ? (
        <p className={css.note}>
          {disabledWords[endpoint.disabledState.by]} <Seen disabledState={endpoint.disabledState} />
        </p>
      ) : null}
      <p className={css.note}>
        {endpoint.enabled
          ? 'While this is off, events are missed: the service does not replay them when it is on again.'
          : 'Events that happen now are missed: the service does not replay them when this is on again. After four days of failures the service turns an endpoint off by itself and mails its creator or the workspace admins.'}
      </p>
      {change.isPending ? <WaitingToSend verb="changed" /> : null}
      {change.isError ? <ErrorBanner error={change.error} /> : null}
    </div>
  )
}

const disabledWords: Readonly<Record<DisabledState['by'], string>> = {
  here: 'It was switched off here.',
  service:
    'The service disabled it, after four days of failures without one success, and mailed its creator or the workspace admins. Restore the receiver, then turn it on here or in the product: settings, connectors, webhooks.',
  elsewhere: 'It was turned off, and not from here: by somebody, or by the service.',
  unknown: 'It was off already when this machine first saw it.',
}

function Seen({
  disabledState: { by, lastEnabledAt, noticedAt },
}: {
  readonly disabledState: DisabledState
}) {
  if (by === 'unknown') return null
  return (
    <>
      {lastEnabledAt === null || by === 'here' ? (
        'Noticed '
      ) : (
        <>
          Between <TimeText iso={lastEnabledAt} show="exact" /> and{' '}
        </>
      )}
      <TimeText iso={noticedAt} show="exact" />.
    </>
  )
}
