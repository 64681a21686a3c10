export { BehindBanner } from './behind-banner.tsx'
export { BehindLine } from './behind-line.tsx'
export { missedTitle, states as missedStates } from './copy.ts'
export { missedStatus } from './queries.ts'
