import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { responseWords } from '#shared/deliveries/responses/recorded-response.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useApi } from '../../../host/client.ts'
import { setResponse, simulatedResponses } from '../../deliveries/index.ts'
import { responses as copy } from './copy.ts'
import css from './endpoint-detail.module.css'

/** Whether responses to this endpoint's deliveries are simulated, and how to change that. */
export function EndpointResponses({ id }: { readonly id: string }) {
  const api = useApi()
  const { data = [] } = useQuery(simulatedResponses(api))
  const change = useMutation(setResponse(api, useQueryClient()))
  const simulated = data.find(({ endpointId }) => endpointId === id)
  return (
    <div className={css.answers}>
      {simulated ? (
        <Banner
          tone="warn"
          title={copy.simulated(responseWords(simulated.rule))}
          action={
            <Button
              size="small"
              pending={change.isPending}
              onPress={() => change.mutate({ endpointId: id, rule: null })}
            >
              {copy.reset}
            </Button>
          }
        >
          {copy.simulatedText}
        </Banner>
      ) : null}
      {change.error ? <ErrorBanner error={change.error} /> : null}
      <Link to="/inspector" search={{ q: `endpoint:${id}`, answers: true }} className={css.link}>
        <FlaskConical size={14} aria-hidden />
        {copy.simulate}
      </Link>
    </div>
  )
}
