import type { Client } from '#shared/rpc/client.ts'

/** Reads the webhook ids of all deliveries of the open workspace, page by page. */
export async function everyWebhookId(client: Client): Promise<Set<string | null>> {
  const ids = new Set<string | null>()
  let before: number | undefined
  for (;;) {
    const { deliveries, hasMore } = await client.call('deliveries.list', {
      limit: 200,
      ...(before === undefined ? {} : { before }),
    })
    for (const { webhookId } of deliveries) ids.add(webhookId)
    before = deliveries.at(-1)?.id
    if (!hasMore) return ids
  }
}
