import type { Log } from '#core/platform/ports.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { AcceptedMethod } from '#core/service-api/endpoints-api.ts'
import { asAppError } from '#shared/errors.ts'

/** How a service was seen to take an update. Per base address, since it is the service that accepts one or the other. */
export function acceptedAt(settings: SettingsService, log: Log, baseUrl: string): AcceptedMethod {
  return {
    recall: () => settings.recall('updateMethods')[baseUrl] ?? null,
    remember(method) {
      const { [baseUrl]: _before, ...others } = settings.recall('updateMethods')
      try {
        settings.remember('updateMethods', method === null ? others : { ...others, [baseUrl]: method })
      } catch (error) {
        // It only saves a request next time.
        log.warn('How endpoints are updated could not be remembered.', { reason: asAppError(error).message })
      }
    },
  }
}
