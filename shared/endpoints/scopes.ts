/** Scopes of section 5.3. Parsing accepts any string, because others have been observed; forms offer these. */
export const scopes = ['personal', 'public'] as const
export type Scope = (typeof scopes)[number]

/**
 * Scope that services of this dialect require for a workspace key, as the only scope. Not in the specification. Offered, but never
 * preselected.
 */
export const scopeOfWorkspaceKey = 'workspace'

export const scopeMeanings: Readonly<Record<Scope, string>> = {
  personal: 'Notes you own, or that are shared with you directly or in private folders.',
  public: 'Notes visible to everyone in the workspace.',
}
