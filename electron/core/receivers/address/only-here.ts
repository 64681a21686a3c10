import { sandboxWorkspaceId } from '#core/workspaces/index.ts'

/** Returns why the sandbox may not send to this receiver, or `null` if it may. The sandbox sends only to this computer. */
export function whyNotInSandbox(
  workspaceId: string,
  { isHere }: { readonly isHere: boolean },
): string | null {
  if (workspaceId !== sandboxWorkspaceId || isHere) return null
  return 'The sandbox sends only to this computer. Use a URL such as http://127.0.0.1:4000/webhooks.'
}
