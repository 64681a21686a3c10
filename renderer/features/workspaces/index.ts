export { InWorkspace } from './in-workspace.tsx'
export { NeedsWorkspace } from './needs-workspace.tsx'
export { endpointsOffWords, openProfile, profileList, updateProfile } from './queries.ts'
export { serviceLink, sessionStatus, startSandbox, stopSandbox } from './session-queries.ts'
