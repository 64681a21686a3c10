import { sandboxWorkspaceId } from '#core/workspaces/index.ts'

/** Nothing leaves this computer from the sandbox; `null`: this receiver is on it. */
export function whyNotInSandbox(
  workspaceId: string,
  { isHere }: { readonly isHere: boolean },
): string | null {
  if (workspaceId !== sandboxWorkspaceId || isHere) return null
  return 'The sandbox sends only to this computer. Use a URL such as http://127.0.0.1:4000/webhooks.'
}
