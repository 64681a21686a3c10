import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '#shared/rpc/client.ts'
import { callMutation } from '../../../../host/calls.ts'
import { annotateDelivery } from '../../../../nouns/deliveries/live/live-deliveries.ts'
import { failures } from '../copy.ts'

export const setStar = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.star,
    (input: { readonly id: number; readonly starred: boolean }) => api.call('deliveries.set-star', input),
    (annotated) => annotateDelivery(cache, annotated),
  )

export const setRemark = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.remark,
    (input: { readonly id: number; readonly remark: string }) => api.call('deliveries.set-remark', input),
    (annotated) => annotateDelivery(cache, annotated),
  )
