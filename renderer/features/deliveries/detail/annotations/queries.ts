import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { annotateDelivery } from '../../live/live-deliveries.ts'
import { failures } from '../copy.ts'

export function setStar(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.star },
    mutationFn: (input: { readonly id: number; readonly starred: boolean }) =>
      api.call('deliveries.set-star', input),
    onSuccess: (annotated: DeliverySummary) => annotateDelivery(cache, annotated),
  })
}

export function setRemark(api: Client, cache: QueryClient) {
  return mutationOptions({
    meta: { failed: failures.remark },
    mutationFn: (input: { readonly id: number; readonly remark: string }) =>
      api.call('deliveries.set-remark', input),
    onSuccess: (annotated: DeliverySummary) => annotateDelivery(cache, annotated),
  })
}
