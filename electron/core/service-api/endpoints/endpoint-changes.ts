import { AppError } from '#shared/errors.ts'
import type { ServiceEndpoint } from '../wire.ts'

/** The fields of an endpoint that can be changed (specification, section 4). `url` is `null` if only a redacted URL is known. */
export interface WritableEndpoint {
  readonly url: string | null
  readonly scopes: readonly string[]
  readonly events: readonly string[]
  readonly folderIds: readonly string[]
  readonly enabled: boolean
}

export type WritableChanges = {
  readonly [Name in keyof WritableEndpoint]?: WritableEndpoint[Name] | undefined
}

/** Converts changes to the service's field names. A list replaces the previous one, so empty lists are included. */
export function wireChanges(changes: WritableChanges): Record<string, unknown> {
  const { url, scopes, events, folderIds, enabled } = changes
  return defined({ url: url ?? undefined, scopes, events, folder_ids: folderIds, enabled })
}

export const defined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>

/**
 * Throws if the service did not apply the requested changes: `enabled-unchanged` if only `enabled` is affected, and otherwise
 * `change-ignored` with the fields. A success status is not enough, because the specification doesn't describe the response.
 */
export function checkChanges(endpoint: ServiceEndpoint, changes: WritableChanges): void {
  const fields: Record<string, string> = {}
  const isUrlKept = endpoint.urlRedacted || !changes.url || isSameUrl(endpoint.url, changes.url)
  if (!isUrlKept) fields.receiver = 'Still the old URL.'
  for (const name of ['scopes', 'events', 'folderIds'] as const) {
    const requested = changes[name]
    if (requested && !isSameSet(requested, endpoint[name])) fields[name] = `Still ${shown(endpoint[name])}.`
  }
  const isSwitched = changes.enabled === undefined || endpoint.enabled === changes.enabled
  if (!isSwitched && Object.keys(fields).length === 0) throw enabledUnchanged(changes.enabled === true)
  if (!isSwitched) fields.enabled = 'Unchanged.'
  if (Object.keys(fields).length === 0) return
  throw new AppError(
    'change-ignored',
    'The service didn’t apply the highlighted fields. Replace the endpoint instead.',
    { fields },
  )
}

/**
 * Creates the error for an update that did not change `enabled`. It refers to the service's web app, where endpoints can be
 * enabled (specification, section 3).
 */
export function enabledUnchanged(wanted: boolean, cause?: AppError): AppError {
  const word = wanted ? 'enable' : 'disable'
  return new AppError(
    'enabled-unchanged',
    `The service didn’t ${word} the endpoint. Do it in the service’s web app under Settings > Connectors > Webhooks.`,
    { ...cause?.details, cause },
  )
}

export const isOnlyEnabled = (changes: WritableChanges) => Object.keys(defined(changes)).join() === 'enabled'

export function updateUnsupported(setting: 'auto' | 'PATCH' | 'PUT', changes: WritableChanges): AppError {
  const way =
    setting === 'auto'
      ? 'This service can’t update endpoints.'
      : `This service doesn’t support ${setting}. Set the endpoint update method to Automatic in Settings.`
  const instead = isOnlyEnabled(changes)
    ? 'Enable or disable it in the service’s web app under Settings > Connectors > Webhooks.'
    : 'Create a new endpoint, then delete this one.'
  return new AppError('update-unsupported', `${way} ${instead}`)
}

const isSameSet = (a: readonly string[], b: readonly string[]) => {
  const [left, right] = [new Set(a), new Set(b)]
  return left.size === right.size && [...left].every((member) => right.has(member))
}

/** Also compares the URLs in normalized form, because the service may store them like that. */
const isSameUrl = (a: string, b: string) => a === b || (URL.parse(a)?.href ?? a) === (URL.parse(b)?.href ?? b)

const shown = (values: readonly string[]) => (values.length === 0 ? 'none' : values.slice(0, 5).join(', '))
