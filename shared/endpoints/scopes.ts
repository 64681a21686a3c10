/** The scopes of section 5.3. Parsing accepts any string, because others have been observed, but forms offer only these. */
export const scopes = ['personal', 'public'] as const
export type Scope = (typeof scopes)[number]

/**
 * The scope that services of this kind require for a workspace key, on its own. It is not in the specification. Forms offer it,
 * but never preselect it.
 */
export const scopeOfWorkspaceKey = 'workspace'

export const scopeMeanings: Readonly<Record<Scope, string>> = {
  personal: 'Notes you own, or that are shared with you directly or in private folders.',
  public: 'Notes visible to everyone in the workspace.',
}
