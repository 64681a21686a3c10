import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { createEmitter } from '#core/platform/emitter.ts'
import type { NowWaiting, Receivers } from '#core/receivers/index.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { AppError } from '#shared/errors.ts'
import type { Send } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { createArrivals, type Mark } from './arrivals.ts'

/**
 * Lets tools wait for deliveries and sends. All of them use the same opaque mark, so that the `after` of one tool's answer can be
 * passed to another tool.
 */
export type Waiting = ReturnType<typeof createWaiting>

interface Marks {
  readonly delivery: Mark
  readonly send: Mark
  readonly backlog: Mark
}

const Position = z.number().int().min(0)
const Encoded = z.tuple([z.string(), Position, Position, Position, Position])
/** Number of deliveries to remember that could not be forwarded. */
const mostUnsent = 10_000
type NumberedWaiting = NowWaiting & { readonly id: number }

export function createWaiting(subscribe: Client['subscribe'], onDidWait: Receivers['onDidWait']) {
  /** Part of every mark, because the positions in a mark are valid only while the app is running. */
  const run = randomUUID()
  const deliveries = createArrivals<DeliverySummary>((arrived) =>
    subscribe((event) => {
      if (event.name === 'deliveries.received') arrived(event.data)
    }),
  )
  const sends = createArrivals<Send>((arrived) =>
    subscribe((event) => {
      if (event.name === 'receivers.sent' && event.data.id > 0) arrived(event.data)
    }),
  )

  const unsent: NumberedWaiting[] = []
  let lastUnsent = 0
  const unsentRows = createEmitter<NumberedWaiting>()
  const endUnsent = onDidWait((waiting) => {
    for (const one of waiting) {
      lastUnsent += 1
      const row = { ...one, id: lastUnsent }
      unsent.push(row)
      unsentRows.fire(row)
    }
    if (unsent.length > mostUnsent) unsent.splice(0, unsent.length - mostUnsent)
  })
  const backlog = createArrivals(unsentRows.event)

  const encode = ({ delivery, send, backlog: { id } }: Marks): string =>
    Buffer.from(JSON.stringify([run, delivery.id, delivery.repeat, send.id, id])).toString('base64url')

  const decode = (text: string): Marks => {
    try {
      const [of, delivery, repeat, send, waiting] = Encoded.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
      )
      return {
        delivery: { id: delivery, repeat: of === run ? repeat : 0 },
        send: { id: send, repeat: 0 },
        backlog: { id: of === run ? waiting : 0, repeat: 0 },
      }
    } catch {
      const sentence = 'This `after` is not one that a tool returned. Leave it out to begin now.'
      throw new AppError('invalid-input', sentence)
    }
  }

  const now = async (client: Client, workspaceId: string): Promise<Marks> => {
    const [delivery, send, waits] = await Promise.all([
      deliveries.mark(workspaceId, async () => {
        const { deliveries: newest } = await client.call('deliveries.list', { limit: 1 })
        return newest[0]?.id ?? 0
      }),
      sends.mark(
        workspaceId,
        async () => (await client.call('receivers.sends', { limit: 1 })).sends[0]?.id ?? 0,
      ),
      backlog.mark(workspaceId, async () => lastUnsent),
    ])
    return { delivery, send, backlog: waits }
  }

  return {
    deliveries,
    sends,
    /** Waits for deliveries that could not be forwarded. */
    backlog,
    storedBacklog: (afterId: number) => unsent.filter(({ id }) => id > afterId),
    encode,
    now: async (client: Client, workspaceId: string): Promise<string> =>
      encode(await now(client, workspaceId)),
    async from(client: Client, workspaceId: string, after: string | undefined): Promise<Marks> {
      const current = await now(client, workspaceId)
      return after === undefined ? current : decode(after)
    },
    close() {
      deliveries.close()
      sends.close()
      backlog.close()
      endUnsent()
    },
  }
}
