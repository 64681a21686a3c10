import type { EndpointMissed } from '#shared/missed/model.ts'

/** Returns an endpoint's name or, if it has none, its host. */
export function nameOf({
  label,
  url,
  endpointId,
}: Pick<EndpointMissed, 'label' | 'url' | 'endpointId'>): string {
  return label ?? (URL.parse(url)?.host || endpointId)
}
