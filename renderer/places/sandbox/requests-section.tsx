import { useQuery } from '@tanstack/react-query'
import type { SandboxRequest } from '#shared/sandbox/model.ts'
import { LogTime } from '#ui/text/time-text.tsx'
import { VisibleText } from '#ui/text/visible-text.tsx'
import { useApi } from '../../host/client.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { sandboxActivity } from '../../nouns/sandbox/queries.ts'
import { requests as copy, deliveries } from './copy.ts'
import { LogPart } from './log-part.tsx'
import css from './logs.module.css'

export function RequestsSection() {
  const { data } = useQuery(sandboxActivity(useApi()))
  const names = useEndpointNames()
  const fromOf = ({ authorization, endpointId }: SandboxRequest) => {
    if (authorization === 'absent') return copy.noKey
    if (authorization === 'wrong') return copy.wrongKey
    return endpointId === null ? copy.unknown : names.of(endpointId)
  }
  // Waits for the log above, whose rows would otherwise move this one.
  if (data === undefined) return null
  return (
    <LogPart
      title={copy.title}
      heads={[copy.time, copy.request, copy.from, copy.status]}
      columns={css.requests}
      entries={data.requests}
      none={{ title: copy.none, text: copy.noneText }}
      cells={(request) => (
        <>
          <span className={css.time}>
            <LogTime iso={request.at} />
          </span>
          <span className={css.path} title={`${request.method} ${request.path}`}>
            <b>{request.method}</b> <VisibleText text={request.path} />
          </span>
          <span className={css.muted}>
            <VisibleText text={fromOf(request)} />
          </span>
          <span className={css.answer} data-bad={(request.status ?? 0) >= 400}>
            {request.status ?? copy.waiting}
          </span>
          <span className={css.number}>{request.ms === null ? '' : deliveries.ms(request.ms)}</span>
        </>
      )}
    />
  )
}
