/** The scopes of section 5.3. Reading accepts any string (others have been seen); forms offer these. */
export const scopes = ['personal', 'public'] as const
export type Scope = (typeof scopes)[number]

/** Not in the specification: services of its dialect want it of a workspace's key, alone. Offered, never chosen unasked. */
export const scopeOfWorkspaceKey = 'workspace'

export const scopeMeanings: Readonly<Record<Scope, string>> = {
  personal: 'Notes you own, or that are shared with you directly or in private folders.',
  public: 'Notes visible to everyone in the workspace.',
}
