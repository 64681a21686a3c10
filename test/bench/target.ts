/** What sender and receivers of a round agree on. The secret is nobody's. */
export const benchPathId = 'path-0'
export const benchPath = `/hooks/${benchPathId}`
export const benchSecret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
/** At full load before a round, not counted: until then a fifth of the processor time goes into compiling. */
export const warmUpSeconds = 2
