import type { EventEmitter } from 'node:events'

/** Questions and answers between the process of the app and the test that holds its browser. */
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

  /** What is said to somebody who is gone is lost, as between processes. */
  const say = (message: Message) => {
    if (end.connected) end.send?.(message)
  }

  const answer = async ({ id, name, data }: Extract<Message, { kind: 'question' }>) => {
    try {
      const handler = handlers.get(name)
      if (!handler) throw new Error(`Nobody answers ${name}.`)
      say({ kind: 'answer', id, value: await handler(data as never) })
    } catch (error) {
      say({ kind: 'answer', id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  end.on('message', (message: Message) => {
    if (message.kind === 'question') {
      void answer(message)
      return
    }
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error === undefined) asked?.resolve(message.value)
    else asked?.reject(new Error(message.error))
  })
  // It went between the question whether it is there and the writing.
  end.on('error', () => {})
  // An app that is gone will not answer any more.
  end.on('disconnect', () => {
    for (const { reject } of waiting.values()) reject(new Error('The other side is gone.'))
    waiting.clear()
  })

  return {
    ask<Answer>(name: string, data: unknown) {
      const id = ++lastId
      return new Promise<Answer>((resolve, reject) => {
        waiting.set(id, { resolve: (value) => resolve(value as Answer), reject })
        if (end.connected) say({ kind: 'question', id, name, data })
        else reject(new Error('The other side is gone.'))
      })
    },
    answer: (name, handler) => handlers.set(name, handler),
  }
}
