import type { SecretStore } from '#core/platform/ports.ts'

export function createMemorySecrets(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    get: async (account) => secrets.get(account) ?? null,
    async set(account, secret) {
      secrets.set(account, secret)
    },
    async delete(account) {
      secrets.delete(account)
    },
    health: async () => 'ready',
  }
}
