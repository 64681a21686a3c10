export { ListeningButton } from './listening-button.tsx'
export { ListeningStrip } from './listening-strip.tsx'
export { leftoverEndpoints, resolveLeftoverEndpoint } from './queries.ts'
export { staleAddressEndpoints } from './stale-address-queries.ts'
