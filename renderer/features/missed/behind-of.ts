import type { EndpointMissed } from '#shared/missed/model.ts'

/** The notes of an endpoint that are behind or were never heard. */
export const behindOf = ({ behind, never }: Pick<EndpointMissed, 'behind' | 'never'>): number =>
  behind + never
