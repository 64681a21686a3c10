/**
 * The permissions of scripts and agents. Each level includes the ones before it.
 * - `off`: none.
 * - `read`: lists, verdicts, diagnoses and waiting.
 * - `sandbox`: changes in the sandbox, and requests to receivers on this computer while the sandbox is open.
 * - `loopback`: the same requests while any workspace is open.
 */
export const agentLevels = ['off', 'read', 'sandbox', 'loopback'] as const
export type AgentLevel = (typeof agentLevels)[number]

export const levelNames: Readonly<Record<AgentLevel, string>> = {
  off: 'Off',
  read: 'Read',
  sandbox: 'Read and act in the sandbox',
  loopback: 'Act on my loopback receivers',
}

export function allows(level: AgentLevel, needed: AgentLevel): boolean {
  return agentLevels.indexOf(level) >= agentLevels.indexOf(needed)
}
