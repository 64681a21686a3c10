import { sameText } from '#core/platform/constant-time.ts'
import type { Kept, Vault } from '#core/platform/vault.ts'
import { parseBaseAddress } from '#core/service-api/base-address.ts'
import { AppError } from '#shared/errors.ts'
import type { StoredWorkspace } from './workspace-store.ts'

/**
 * The API keys of the workspaces. The origin is part of the account, so that a base address changed behind our back finds no key
 * to send there.
 */
export interface ApiKeys {
  read(workspace: StoredWorkspace): Promise<Kept>
  /** Whether there should be one, without asking the keychain. */
  has(workspace: StoredWorkspace): Promise<boolean>
  /** Rejects as `Vault.keep` does. The key of an earlier address of the workspace goes. */
  keep(workspace: StoredWorkspace, apiKey: string, before: StoredWorkspace | null): Promise<void>
  forget(workspace: StoredWorkspace): Promise<void>
  /**
   * Rejects with `already-connected` when another of these workspaces has this very key at this very address, and with
   * `was-connected` when a new one is asked for where one has no key any more, unless it is another.
   */
  refuseTwin(
    asked: {
      readonly baseUrl: string
      readonly apiKey: string
      readonly workspaceId: string | undefined
      readonly another: boolean | undefined
    },
    workspaces: readonly StoredWorkspace[],
  ): Promise<void>
}

export function createApiKeys(vault: Vault): ApiKeys {
  const read = ({ id, baseUrl }: StoredWorkspace) => vault.read(account(id, parseBaseAddress(baseUrl).origin))
  const forget = async (workspace: StoredWorkspace) => {
    const account = accountOf(workspace)
    if (account !== null) await vault.forget(account)
  }
  return {
    read,
    async has(workspace) {
      const account = accountOf(workspace)
      return account !== null && vault.expects(account)
    },
    async keep(workspace, apiKey, before) {
      await vault.keep(account(workspace.id, parseBaseAddress(workspace.baseUrl).origin), apiKey)
      if (before && accountOf(before) !== accountOf(workspace)) await forget(before)
    },
    forget,
    async refuseTwin({ baseUrl, apiKey, workspaceId, another = false }, workspaces) {
      let disconnected: StoredWorkspace | null = null
      for (const workspace of workspaces) {
        if (workspace.id === workspaceId || workspace.baseUrl !== baseUrl) continue
        const kept = await read(workspace)
        if (kept.state === 'absent') disconnected ??= workspace
        if (kept.state !== 'present' || !sameText(kept.secret, apiKey)) continue
        throw new AppError(
          'already-connected',
          `This address and this key are connected already, as ${workspace.label}.`,
          { workspaceId: workspace.id },
        )
      }
      if (disconnected === null || workspaceId !== undefined || another) return
      throw new AppError(
        'was-connected',
        `${disconnected.label} was connected at this address and has no key now.`,
        { workspaceId: disconnected.id },
      )
    },
  }
}

const account = (workspaceId: string, origin: string) => `apikey:${workspaceId}:${origin}`

/** `null` for an address that somebody edited into something else. */
const accountOf = ({ id, baseUrl }: StoredWorkspace): string | null =>
  URL.canParse(baseUrl) ? account(id, new URL(baseUrl).origin) : null
