export { useAttention } from './queries.ts'
export { UndecidedCreations } from './unfinished-creations.tsx'
