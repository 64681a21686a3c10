import type { ScenarioStep } from '#shared/receivers/scenario.ts'
import { createEventId } from '../send/event-id.ts'

/** What the placeholders of a run become. The same number is the same event ID. */
export type FillIn = (text: string) => string

export function createFillIn({ noteId, now }: { readonly noteId: string; readonly now: () => Date }): FillIn {
  const ids = new Map<string, string>()
  const eventId = (number: string) => {
    const id = ids.get(number) ?? createEventId()
    ids.set(number, id)
    return id
  }
  return (text) =>
    text.replace(
      /\{\{(?:event:([1-9]\d?)|(note)|now(?:([+-]\d{1,6})s)?)\}\}/g,
      (_, number: string | undefined, note: string | undefined, seconds: string | undefined) => {
        if (number !== undefined) return eventId(number)
        if (note !== undefined) return noteId
        return new Date(now().getTime() + Number(seconds ?? 0) * 1000).toISOString()
      },
    )
}

/** A step as it is sent. */
export function filledIn({ body, headers }: Pick<ScenarioStep, 'body' | 'headers'>, fill: FillIn) {
  return {
    body: Buffer.from(fill(body)),
    headers: headers.map(([name, value]): [string, string] => [name, fill(value)]),
  }
}
