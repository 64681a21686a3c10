import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { toast } from '#ui/feedback/toast/toast.ts'
import { enabledSwitch as copy } from './copy.ts'
import { endpointShortName } from './endpoint-names.ts'
import { updateEndpoint } from './queries.ts'

export function switchEndpoint(api: Client, cache: QueryClient) {
  const options = updateEndpoint(api, cache)
  return mutationOptions({
    ...options,
    onSuccess(updated, variables, ...more) {
      const { enabled } = variables.changes
      const { host, end } = endpointShortName(updated)
      toast({
        title: (enabled ? copy.enabled : copy.disabled)(`${host}${end}`),
        description: enabled ? copy.enabledText : copy.disabledText,
        ...(enabled ? { action: { label: copy.showMissed, onPress: () => showMissed(updated.id) } } : {}),
      })
      return options.onSuccess?.(updated, variables, ...more)
    },
  })
}

function showMissed(endpointId: string) {
  location.hash = `#/missed?endpoint=${encodeURIComponent(endpointId)}`
}
