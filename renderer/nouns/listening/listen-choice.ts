/** Options of a live session: its scopes, its event types, and whether the endpoint is deleted at its end. */
export interface ListenChoice {
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly temporary: boolean
  /** Receiver that becomes live with the session. `null` for none. */
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
