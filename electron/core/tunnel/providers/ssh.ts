import type { ChoiceOf, TunnelProvider } from '../provider.ts'
import { parsePublicUrl } from '../public-url.ts'
import type { Children } from './child-processes.ts'
import { findProgram } from './find-program.ts'
import type { HostKeys } from './host-keys.ts'
import { endReason } from './ssh-messages.ts'

/**
 * Forwards a port of a server to the listener with the system's ssh (ssh(1), `-R`). For the user's own server, the public address
 * is that of an https proxy in front of the port. A public tunnel host prints its address.
 */
export function createSsh(children: Children, hostKeys: HostKeys): TunnelProvider<'ssh'> {
  return {
    kind: 'ssh',
    async readiness() {
      const ssh = findProgram('ssh')
      return ssh === null
        ? {
            kind: 'ssh',
            state: 'needs-binary',
            sentence: 'ssh isn’t installed.',
            detail: 'Install OpenSSH’s client.',
          }
        : {
            kind: 'ssh',
            state: 'ready',
            sentence: 'Uses your server or a public tunnel host.',
            detail: ssh,
          }
    },
    open(choice, port, events) {
      const lines: string[] = []
      let closing = false
      const child = children.run(findProgram('ssh') ?? 'ssh', argumentsOf(choice, port, hostKeys.files()), {
        line(text) {
          lines.push(text)
          // Leaves debug lines out of the log, because there are too many. They are needed only to confirm the port.
          if (!text.startsWith('debug1:')) events.line(text)
          const address = addressIn(text, choice)
          if (address !== null) events.address(address)
        },
        ended({ missing }) {
          if (closing) return
          const { reason, mayRecover } = endReason(lines, missing)
          events.ended(reason, mayRecover)
        },
      })
      return {
        close() {
          closing = true
          return child.end()
        },
      }
    },
  }
}

function argumentsOf(choice: ChoiceOf<'ssh'>, port: number, knownHosts: readonly string[]): string[] {
  const options = {
    // ssh must not ask for anything, because there is no terminal.
    BatchMode: 'yes',
    ExitOnForwardFailure: 'yes',
    StrictHostKeyChecking: 'yes',
    UserKnownHostsFile: knownHosts.map((path) => `"${path}"`).join(' '),
    UpdateHostKeys: 'no',
    ServerAliveInterval: '15',
    ServerAliveCountMax: '3',
    ConnectTimeout: '10',
    // A shared connection would end together with the terminal that opened it.
    ControlMaster: 'no',
    ControlPath: 'none',
    LogLevel: 'DEBUG1',
    // The user's configuration of ssh may contain local commands.
    PermitLocalCommand: 'no',
  }
  return [
    // A public host prints its address only in a session, while other servers may not allow sessions.
    ...(choice.publicUrl === null ? [] : ['-N']),
    ...['-a', '-x', '-T', '-p', String(choice.port)],
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ...(choice.user === null ? [] : ['-l', choice.user]),
    ...(choice.identityFile ? ['-i', choice.identityFile] : []),
    ...['-R', `${choice.remotePort}:127.0.0.1:${port}`],
    ...['--', choice.host],
  ]
}

/** Returns the public address if this line of ssh's output confirms it. */
function addressIn(line: string, { publicUrl, host }: ChoiceOf<'ssh'>): string | null {
  if (publicUrl !== null) {
    const isConfirmed = /^Allocated port \d+ for remote forward|remote forward success for:/.test(line)
    return isConfirmed ? parsePublicUrl(publicUrl) : null
  }
  const found = /https:\/\/[a-z0-9][a-z0-9.-]*\.[a-z]{2,}(?::\d+)?(?=$|[\s",])/i.exec(line)?.[0]
  if (found === undefined || isOwnPage(new URL(found).hostname, host)) return null
  return parsePublicUrl(found)
}

function isOwnPage(name: string, host: string): boolean {
  return name === host || /^(www|admin|docs|dashboard)\./.test(name)
}
