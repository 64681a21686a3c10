import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { responseWords } from '#shared/deliveries/responses/recorded-response.ts'
import { Button } from '#ui/controls/button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useApi } from '../../../host/client.ts'
import { setResponse, simulatedResponses } from '../../deliveries/index.ts'
import { responses as copy } from './copy.ts'

/** What this endpoint's deliveries are answered instead, if their responses are simulated. */
export function SimulatedBanner({ id }: { readonly id: string }) {
  const api = useApi()
  const { data = [] } = useQuery(simulatedResponses(api))
  const change = useMutation(setResponse(api, useQueryClient()))
  const simulated = data.find(({ endpointId }) => endpointId === id)
  if (change.error) return <ErrorBanner error={change.error} />
  if (!simulated) return null
  return (
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
    />
  )
}
