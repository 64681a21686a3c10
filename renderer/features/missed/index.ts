export { BehindLine } from './behind-line.tsx'
export { missedTitle, states as missedStates } from './copy.ts'
export { missedStatus } from './queries.ts'
export { behindOf } from './state-pill.tsx'
