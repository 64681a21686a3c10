export { BehindLine } from './behind-line.tsx'
export { behindOf } from './behind-of.ts'
export { missedTitle, states as missedStates } from './copy.ts'
export { missedStatus } from './queries.ts'
