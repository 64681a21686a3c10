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
import { enabledSwitch as copy, disabledReasons } from './copy.ts'
import css from './endpoint-detail.module.css'

/**
 * Whether deliveries are active. The switch moves only after the service confirmed the change: the specification does not say
 * whether an update may change it (section 3).
 */
export function EnabledSwitch({ endpoint }: { readonly endpoint: Endpoint }) {
  const options = updateEndpoint(useApi(), useQueryClient())
  const change = useSubmission({
    ...options,
    onSuccess(updated, asked, ...more) {
      const { enabled } = asked.changes
      toast({
        title: enabled ? copy.enabled : copy.disabled,
        description: enabled ? copy.enabledText : copy.disabledText,
      })
      return options.onSuccess?.(updated, asked, ...more)
    },
  })
  const setEnabled = (enabled: boolean) => change.mutate({ id: endpoint.id, changes: { enabled } })
  return (
    <div className={css.switch}>
      <div className={css.switchRow}>
        <Switch isSelected={endpoint.enabled} isReadOnly={change.isPending} onChange={setEnabled}>
          {copy.label}
        </Switch>
        {change.isPending ? (
          <Spinner size={14} label={endpoint.enabled ? copy.disabling : copy.enabling} />
        ) : null}
      </div>
      {endpoint.disabledState ? (
        <p className={css.note}>
          {disabledReasons[endpoint.disabledState.by]} <Noticed disabledState={endpoint.disabledState} />
        </p>
      ) : null}
      <p className={css.note}>{endpoint.enabled ? copy.whileOn : copy.whileOff}</p>
      {change.isPending ? <WaitingToSend verb="changed" /> : null}
      {change.isError ? <ErrorBanner error={change.error} /> : null}
    </div>
  )
}

function Noticed({
  disabledState: { by, lastEnabledAt, noticedAt },
}: {
  readonly disabledState: DisabledState
}) {
  if (by === 'unknown') return null
  return (
    <>
      {lastEnabledAt === null || by === 'here' ? (
        copy.noticed
      ) : (
        <>
          {copy.between} <TimeText iso={lastEnabledAt} show="exact" /> {copy.and}{' '}
        </>
      )}
      <TimeText iso={noticedAt} show="exact" />.
    </>
  )
}
