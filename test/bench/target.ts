/** The path and secret that senders and receivers share. The secret is used only here. */
export const benchPathId = 'path-0'
export const benchPath = `/hooks/${benchPathId}`
export const benchSecret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
/** The warm-up at full load before a round, which is not counted. Before that, a fifth of the processor time is spent on compilation. */
export const warmUpSeconds = 2
