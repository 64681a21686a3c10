import type { EventEmitter } from 'node:events'

/** Connection between the app's process and the test that controls its browser. Either side can send requests to the other. */
export interface Link {
  ask<Answer>(name: string, data: unknown): Promise<Answer>
  answer(name: string, handler: (data: never) => unknown): void
}

interface End {
  send?: ((message: object) => boolean) | undefined
  readonly connected: boolean
  on: EventEmitter['on']
}

type Message =
  | { readonly kind: 'question'; readonly id: number; readonly name: string; readonly data: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string }

export function createLink(end: End): Link {
  const handlers = new Map<string, (data: never) => unknown>()
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0

  /** Sends a message. A message to a process that has ended is lost, as in Electron. */
  const send = (message: Message) => {
    if (end.connected) end.send?.(message)
  }

  const answer = async ({ id, name, data }: Extract<Message, { kind: 'question' }>) => {
    try {
      const handler = handlers.get(name)
      if (!handler) throw new Error(`There is no handler for ${name}.`)
      send({ kind: 'answer', id, value: await handler(data as never) })
    } catch (error) {
      send({ kind: 'answer', id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  end.on('message', (message: Message) => {
    if (message.kind === 'question') {
      void answer(message)
      return
    }
    const request = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) request?.resolve(message.value)
    else request?.reject(new Error(message.error))
  })
  // Ignores this error, because the other side may disconnect between the check and the write.
  end.on('error', () => {})
  // Rejects all open requests, because a process that has ended can't respond.
  end.on('disconnect', () => {
    for (const { reject } of waiting.values()) reject(new Error('The other side has disconnected.'))
    waiting.clear()
  })

  return {
    ask<Answer>(name: string, data: unknown) {
      const id = ++lastId
      return new Promise<Answer>((resolve, reject) => {
        waiting.set(id, { resolve: (value) => resolve(value as Answer), reject })
        if (end.connected) send({ kind: 'question', id, name, data })
        else reject(new Error('The other side has disconnected.'))
      })
    },
    answer: (name, handler) => handlers.set(name, handler),
  }
}
