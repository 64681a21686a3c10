export { ListenButton } from './listening-button.tsx'
export { ListenStrip } from './listening-strip.tsx'
export { cleanLeft, leftEndpoints } from './queries.ts'
export { staleAddresses } from './stale-address-queries.ts'
