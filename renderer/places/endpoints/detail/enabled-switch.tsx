import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { Switch } from '#ui/controls/switch.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { useApi } from '../../../host/client.ts'
import { useSubmission } from '../../../host/use-submission.ts'
import { enabledSwitch as copy } from '../../../nouns/endpoints/copy.ts'
import { switchEndpoint } from '../../../nouns/endpoints/switch-endpoint.ts'
import { WaitingToSend } from '../waiting-to-send.tsx'
import css from './endpoint-detail.module.css'

/**
 * Returns the switch that enables an endpoint, and the messages about a change. The switch only moves after the service confirmed the
 * change, because the specification does not say whether an update may change `enabled` (section 3).
 */
export function useEnabledSwitch(endpoint: Endpoint): {
  readonly control: ReactNode
  readonly messages: ReactNode
} {
  const change = useSubmission(switchEndpoint(useApi(), useQueryClient()))
  const { enabled } = endpoint
  const control = (
    <span className={css.switch}>
      {change.isPending ? (
        <span className={css.pending}>
          <Spinner size={12} label={enabled ? copy.disabling : copy.enabling} />
        </span>
      ) : null}
      <Switch
        wordsFirst
        isSelected={enabled}
        isReadOnly={change.isPending}
        onChange={(next) => change.mutate({ id: endpoint.id, changes: { enabled: next } })}
      >
        {enabled ? copy.on : copy.off}
      </Switch>
    </span>
  )
  const messages =
    change.isPending || change.isError ? (
      <div className={css.messages}>
        {change.isPending ? <WaitingToSend verb="changed" /> : null}
        {change.isError ? <ErrorBanner error={change.error} /> : null}
      </div>
    ) : null
  return { control, messages }
}
