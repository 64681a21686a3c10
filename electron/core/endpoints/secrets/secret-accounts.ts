import type { Vault } from '#core/platform/vault.ts'
import { sandboxWorkspaceId } from '#core/workspaces/index.ts'
import { AppError } from '#shared/errors.ts'
import type { JournalEntry } from '../endpoint-journal.ts'

/** The account under which a signing secret is stored. */
export const secretAccount = ({ workspaceId }: JournalEntry, endpointId: string) =>
  `whsec:${workspaceId}:${endpointId}`

const isSandbox = (account: string) => account.startsWith(`whsec:${sandboxWorkspaceId}:`)

/** Where a signing secret goes: into the keychain, or into memory where it is worth nothing or would be lost otherwise. */
export function createSecretStorage(vault: Pick<Vault, 'state' | 'store' | 'holdInMemory'>) {
  const keep = async (account: string, secret: string): Promise<void> => {
    if (isSandbox(account) && vault.state() !== 'ready') await vault.holdInMemory(account, secret)
    else await vault.store(account, secret)
  }
  return {
    /** Rejects as `Vault.keep` does. */
    keep,
    /** Resolves to the failure of the keychain, if any; the secret is available either way. */
    async keepOrHold(account: string, secret: string): Promise<AppError | null> {
      try {
        await keep(account, secret)
        return null
      } catch (error) {
        await vault.holdInMemory(account, secret)
        if (isSandbox(account)) return null
        return new AppError(
          'keychain-failed',
          'The endpoint was created, but the keychain didn’t save its signing secret. It’s in memory until you quit: copy it now, or delete the endpoint.',
          { cause: error },
        )
      }
    },
  }
}
