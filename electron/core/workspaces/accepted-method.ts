import type { Log } from '#core/platform/ports.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { AcceptedMethod } from '#core/service-api/endpoints/endpoints-api.ts'
import { asAppError } from '#shared/errors.ts'

/** Remembers which update method a service accepts, by base address. */
export function acceptedAt(settings: SettingsService, log: Log, baseUrl: string): AcceptedMethod {
  return {
    recall: () => settings.recall('updateMethods')[baseUrl] ?? null,
    remember(method) {
      const { [baseUrl]: _before, ...others } = settings.recall('updateMethods')
      try {
        settings.remember('updateMethods', method === null ? others : { ...others, [baseUrl]: method })
      } catch (error) {
        // Without it, the next update may need one more request.
        log.warn('The accepted update method could not be saved.', { reason: asAppError(error).message })
      }
    },
  }
}
