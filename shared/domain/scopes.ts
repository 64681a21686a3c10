/** The scopes of section 5.3. Reading accepts any string (others have been seen); forms offer these. */
export const scopes = ['personal', 'public'] as const
export type Scope = (typeof scopes)[number]

export const scopeMeanings: Readonly<Record<Scope, string>> = {
  personal: 'Notes you own, notes shared directly with you, and notes in private folders shared with you.',
  public: 'Notes visible to everyone in the workspace.',
}
