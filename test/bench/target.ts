/** Path and secret that senders and receivers share. The secret is used nowhere else. */
export const benchPathId = 'path-0'
export const benchPath = `/hooks/${benchPathId}`
export const benchSecret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
/**
 * Returns the seconds of full load before a round, which are not counted. During them, compilation takes a fifth of the processor
 * time.
 */
export const warmUpOf = (seconds: number): number => Math.min(2, seconds)
