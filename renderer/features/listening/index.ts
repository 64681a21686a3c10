export { ListenButton } from './listening-button.tsx'
export { ListenStrip } from './listening-strip.tsx'
export { AstrayBanner } from './stale-address-banner.tsx'
