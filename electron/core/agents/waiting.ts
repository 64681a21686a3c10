import { randomUUID } from 'node:crypto'
import { z } from 'zod'
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
  /** Number of the last waiting delivery. */
  readonly backlog: number
}

const Position = z.number().int().min(0)
const Encoded = z.tuple([z.string(), Position, Position, Position, Position])
/** Number of waiting deliveries to remember. */
const mostBacklog = 10_000

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

  const backlog: (NowWaiting & { readonly number: number })[] = []
  let lastNumber = 0
  const endBacklog = onDidWait((added) => {
    for (const one of added) {
      lastNumber += 1
      backlog.push({ ...one, number: lastNumber })
    }
    if (backlog.length > mostBacklog) backlog.splice(0, backlog.length - mostBacklog)
  })

  const encode = ({ delivery, send, backlog }: Marks): string =>
    Buffer.from(JSON.stringify([run, delivery.id, delivery.repeat, send.id, backlog])).toString('base64url')

  const decode = (text: string): Marks => {
    try {
      const [of, delivery, repeat, send, waiting] = Encoded.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
      )
      return {
        delivery: { id: delivery, repeat: of === run ? repeat : 0 },
        send: { id: send, repeat: 0 },
        backlog: of === run ? waiting : 0,
      }
    } catch {
      const sentence = 'This `after` is not one that a tool returned. Leave it out to begin now.'
      throw new AppError('invalid-input', sentence)
    }
  }

  const now = async (client: Client, workspaceId: string): Promise<Marks> => {
    const [delivery, send] = await Promise.all([
      deliveries.mark(workspaceId, async () => {
        const { deliveries: newest } = await client.call('deliveries.list', { limit: 1 })
        return newest[0]?.id ?? 0
      }),
      sends.mark(
        workspaceId,
        async () => (await client.call('receivers.sends', { limit: 1 })).sends[0]?.id ?? 0,
      ),
    ])
    return { delivery, send, backlog: lastNumber }
  }

  return {
    deliveries,
    sends,
    onDidWait,
    /** Returns the first deliveries that wait for a receiver since a mark, and the mark behind them. */
    backlogAfter(mark: number, most: number, isWanted: (waiting: NowWaiting) => boolean) {
      const rows = backlog.filter((one) => one.number > mark && isWanted(one))
      const shown = rows.slice(0, most)
      const last = shown.length < rows.length ? shown.at(-1) : undefined
      return { rows: shown, mark: last?.number ?? lastNumber }
    },
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
      endBacklog()
    },
  }
}
