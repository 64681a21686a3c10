import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import { Button } from '#ui/controls/button.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { AttentionRow } from '../../nouns/attention/attention-row.tsx'
import { actions, times } from '../../nouns/attention/copy.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { dismissReplacement } from '../../nouns/endpoints/replacement/queries.ts'
import { switchEndpoint } from '../../nouns/endpoints/switch-endpoint.ts'
import { BehindLine } from '../../nouns/missed/behind-line.tsx'
import { cutOff, disabled } from './copy.ts'

export interface DowntimeProps {
  readonly onShow: (endpoint: string) => void
}

/** An endpoint that was disabled outside Notehook. */
export function DisabledRow({
  of: { id, url, disabledState },
  onShow,
}: DowntimeProps & { readonly of: Endpoint }) {
  const names = useEndpointNames()
  const enable = useSubmission(switchEndpoint(useApi(), useQueryClient()))
  return (
    <AttentionRow
      tone="danger"
      {...disabled(disabledState?.by)}
      about={[names.of(id, url)]}
      when={
        disabledState ? (
          <>
            {times.noticed} <TimeText iso={disabledState.noticedAt} />.
          </>
        ) : null
      }
      error={enable.error}
      actions={
        <>
          <Button
            size="small"
            pending={enable.isPending}
            onPress={() => enable.mutate({ id, changes: { enabled: true } })}
          >
            {actions.enable}
          </Button>
          <Button size="small" onPress={() => onShow(id)}>
            {actions.show}
          </Button>
        </>
      }
    >
      <BehindLine endpointId={id} />
    </AttentionRow>
  )
}

/** A replacement that ended retries with the old endpoint. */
export function CutOffRow({
  of: { id, oldUrl, newId, endedAt, cutsOff },
  onShow,
}: DowntimeProps & { readonly of: Replacement }) {
  const names = useEndpointNames()
  const close = useSubmission(dismissReplacement(useApi(), useQueryClient()))
  const isListed = newId !== null && names.isListed(newId)
  return (
    <AttentionRow
      {...cutOff(cutsOff)}
      about={[oldUrl]}
      when={
        endedAt ? (
          <>
            {times.completed} <TimeText iso={endedAt} />.
          </>
        ) : null
      }
      error={close.error}
      actions={
        <>
          {isListed ? (
            <Button size="small" onPress={() => onShow(newId)}>
              {actions.show}
            </Button>
          ) : null}
          <Button size="small" pending={close.isPending} onPress={() => close.mutate(id)}>
            {actions.dismiss}
          </Button>
        </>
      }
    >
      {newId === null ? null : <BehindLine endpointId={newId} />}
    </AttentionRow>
  )
}
