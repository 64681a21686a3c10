import { sameText } from '#core/platform/constant-time.ts'
import type { Kept, Vault } from '#core/platform/vault.ts'
import { parseBaseAddress } from '#core/service-api/base-address.ts'
import { AppError } from '#shared/errors.ts'
import type { StoredProfile } from './profile-store.ts'

/**
 * The API keys of the profiles. The origin is part of the account, so that a base address changed behind our back finds no key
 * to send there.
 */
export interface ApiKeys {
  read(profile: StoredProfile): Promise<Kept>
  /** Whether there should be one, without asking the keychain. */
  has(profile: StoredProfile): Promise<boolean>
  /** Rejects as `Vault.keep` does. The key of an earlier address of the profile goes. */
  keep(profile: StoredProfile, apiKey: string, before: StoredProfile | null): Promise<void>
  forget(profile: StoredProfile): Promise<void>
  /**
   * Rejects with `already-connected` when another of these profiles has this very key at this very address, and with
   * `was-connected` when a new one is asked for where one has no key any more, unless it is another.
   */
  refuseTwin(
    asked: {
      readonly baseUrl: string
      readonly apiKey: string
      readonly profileId: string | undefined
      readonly another: boolean | undefined
    },
    profiles: readonly StoredProfile[],
  ): Promise<void>
}

export function createApiKeys(vault: Vault): ApiKeys {
  const read = ({ id, baseUrl }: StoredProfile) => vault.read(account(id, parseBaseAddress(baseUrl).origin))
  const forget = async (profile: StoredProfile) => {
    const account = accountOf(profile)
    if (account !== null) await vault.forget(account)
  }
  return {
    read,
    async has(profile) {
      const account = accountOf(profile)
      return account !== null && vault.expects(account)
    },
    async keep(profile, apiKey, before) {
      await vault.keep(account(profile.id, parseBaseAddress(profile.baseUrl).origin), apiKey)
      if (before && accountOf(before) !== accountOf(profile)) await forget(before)
    },
    forget,
    async refuseTwin({ baseUrl, apiKey, profileId, another = false }, profiles) {
      let disconnected: StoredProfile | null = null
      for (const profile of profiles) {
        if (profile.id === profileId || profile.baseUrl !== baseUrl) continue
        const kept = await read(profile)
        if (kept.state === 'absent') disconnected ??= profile
        if (kept.state !== 'present' || !sameText(kept.secret, apiKey)) continue
        throw new AppError(
          'already-connected',
          `This address and this key are connected already, as ${profile.label}.`,
          { profileId: profile.id },
        )
      }
      if (disconnected === null || profileId !== undefined || another) return
      throw new AppError(
        'was-connected',
        `${disconnected.label} was connected at this address and has no key now.`,
        { profileId: disconnected.id },
      )
    },
  }
}

const account = (profileId: string, origin: string) => `apikey:${profileId}:${origin}`

/** `null` for an address that somebody edited into something else. */
const accountOf = ({ id, baseUrl }: StoredProfile): string | null =>
  URL.canParse(baseUrl) ? account(id, new URL(baseUrl).origin) : null
