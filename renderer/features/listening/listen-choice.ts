/** What to listen for, and what happens to the endpoint when listening stops. */
export interface ListenChoice {
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly temporary: boolean
  /** Becomes live with the session; `null`: none does. */
  readonly receiverId?: string | null
}

export const defaultChoice: ListenChoice = { scopes: ['personal', 'public'], events: [], temporary: true }

export function isListenChoice(stored: unknown): stored is ListenChoice {
  if (typeof stored !== 'object' || stored === null) return false
  const { scopes, events, temporary, receiverId = null } = stored as Record<string, unknown>
  if (receiverId !== null && !areShortTexts([receiverId])) return false
  return areShortTexts(scopes) && areShortTexts(events) && typeof temporary === 'boolean'
}

const areShortTexts = (value: unknown) =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && text.length < 100)
