/**
 * The scopes of the specification (section 5.3). Forms offer only these, but parsing accepts any string, because others have been
 * observed.
 */
export const scopes = ['personal', 'public'] as const
export type Scope = (typeof scopes)[number]

/**
 * A scope that is not in the specification. Services of this kind require it as the only scope for a workspace's key. Forms offer
 * it, but never preselect it.
 */
export const scopeOfWorkspaceKey = 'workspace'

export const scopeMeanings: Readonly<Record<Scope, string>> = {
  personal: 'Notes you own, or that are shared with you directly or in private folders.',
  public: 'Notes visible to everyone in the workspace.',
}
