import { sameText } from '#core/platform/constant-time.ts'
import type { Vault } from '#core/platform/secret-vault.ts'
import { parseBaseAddress } from '#core/service-api/base-address.ts'
import { AppError } from '#shared/errors.ts'
import type { ParsedInputOf } from '#shared/rpc/contract.ts'
import type { StoredWorkspace } from './workspace-store.ts'

/**
 * Stores the API keys of workspaces. A key's account in the keychain contains the origin, so that the key isn't sent to an
 * address that was changed outside the app.
 */
export type ApiKeys = ReturnType<typeof createApiKeys>

export function createApiKeys(vault: Vault) {
  const read = ({ id, baseUrl }: StoredWorkspace) => vault.read(account(id, parseBaseAddress(baseUrl).origin))
  const forget = async (workspace: StoredWorkspace) => {
    const account = accountOf(workspace)
    if (account !== null) await vault.forget(account)
  }
  return {
    read,
    async has(workspace: StoredWorkspace): Promise<boolean> {
      const account = accountOf(workspace)
      return account !== null && vault.expects(account)
    },
    /** Stores a key, and deletes the one of the workspace's previous address. Rejects if the keychain can't store it. */
    async store(workspace: StoredWorkspace, apiKey: string, before: StoredWorkspace | null) {
      await vault.store(account(workspace.id, parseBaseAddress(workspace.baseUrl).origin), apiKey)
      if (before && accountOf(before) !== accountOf(workspace)) await forget(before)
    },
    forget,
    /**
     * Rejects with `already-connected` if another workspace has the same key and address. Rejects with `was-connected` for a new
     * workspace with the address of a disconnected one, unless `another` is set.
     */
    async assertNotConnected(
      {
        baseUrl,
        apiKey,
        workspaceId,
        another = false,
      }: Pick<ParsedInputOf<'workspaces.connect'>, 'baseUrl' | 'apiKey' | 'workspaceId' | 'another'>,
      workspaces: readonly StoredWorkspace[],
    ) {
      let disconnected: StoredWorkspace | null = null
      for (const workspace of workspaces) {
        if (workspace.id === workspaceId || workspace.baseUrl !== baseUrl) continue
        const found = await read(workspace)
        if (found.state === 'absent') disconnected ??= workspace
        if (found.state !== 'present' || !sameText(found.secret, apiKey)) continue
        throw new AppError(
          'already-connected',
          `This address and key are already connected as ${workspace.label}.`,
          { workspaceId: workspace.id },
        )
      }
      if (disconnected === null || workspaceId !== undefined || another) return
      throw new AppError(
        'was-connected',
        `${disconnected.label} used this address before it was disconnected.`,
        { workspaceId: disconnected.id },
      )
    },
  }
}

const account = (workspaceId: string, origin: string) => `apikey:${workspaceId}:${origin}`

/** Returns a key's keychain account, or `null` if the stored address is not a URL. */
const accountOf = ({ id, baseUrl }: StoredWorkspace): string | null =>
  URL.canParse(baseUrl) ? account(id, new URL(baseUrl).origin) : null
