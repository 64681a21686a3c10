export { ListenButton } from './listening-button.tsx'
export { ListenStrip } from './listening-strip.tsx'
export { cleanLeft, leftEndpoints } from './queries.ts'
export { astrayEndpoints } from './stale-address-queries.ts'
