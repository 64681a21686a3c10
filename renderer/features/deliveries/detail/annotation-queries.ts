import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { annotateDelivery } from '../live-deliveries.ts'

export function setStar(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'It could not be starred.' },
    mutationFn: (input: { readonly id: number; readonly starred: boolean }) =>
      api.call('deliveries.set-star', input),
    onSuccess: (marked: DeliverySummary) => annotateDelivery(cache, marked),
  })
}

export function setRemark(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: 'The remark was not saved.' },
    mutationFn: (input: { readonly id: number; readonly remark: string }) =>
      api.call('deliveries.set-remark', input),
    onSuccess: (marked: DeliverySummary) => annotateDelivery(cache, marked),
  })
}
