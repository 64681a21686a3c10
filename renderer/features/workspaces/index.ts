export { InWorkspace } from './in-workspace.tsx'
export { NeedsWorkspace } from './needs-workspace.tsx'
export { endpointsOffText, openWorkspace, updateWorkspace, workspaceList } from './queries.ts'
export { serviceConnection, sessionStatus, startSandbox, stopSandbox } from './session-queries.ts'
