import type { EndpointMissed } from '#shared/missed/model.ts'

/** Returns the user's name of an endpoint, or its host. */
export function nameOf({
  label,
  url,
  endpointId,
}: Pick<EndpointMissed, 'label' | 'url' | 'endpointId'>): string {
  return label ?? (URL.parse(url)?.host || endpointId)
}
